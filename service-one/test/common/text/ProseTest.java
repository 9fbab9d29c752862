package common.text;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import testing.Test;

class ProseTest {
    @Test
    void namesAreListedAsInASentence() {
        assertEquals("", Prose.list(List.of()));
        assertEquals("a", Prose.list(List.of("a")));
        assertEquals("a and b", Prose.list(List.of("a", "b")));
        assertEquals("a, b and c", Prose.list(List.of("a", "b", "c")));
    }

    @Test
    void aCountHasItsNoun() {
        assertEquals("1 user", Prose.count(1, "user"));
        assertEquals("1,000 users", Prose.count(1_000, "user"));
        assertEquals("0 users", Prose.count(0, "user"));
    }

    @Test
    void aTextIsSetInLinesThatFit() {
        String text = "word ".repeat(50).strip();
        List<String> lines = Prose.lines("  ", text);
        assertTrue(lines.stream().allMatch(line -> line.startsWith("  w") && line.length() <= 100), lines.toString());
        assertEquals(text, String.join(" ", lines.stream().map(String::strip).toList()));
    }
}
