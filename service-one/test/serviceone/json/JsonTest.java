package serviceone.json;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import testing.Test;

class JsonTest {
    @Test
    void readsValues() throws Exception {
        assertEquals(Map.of("a", List.of(1.0, -2.5e3, true), "b", "x\"\\\u00e9\n"),
                Json.read(" {\"a\" : [1, -2.5e3 ,true], \"b\":\"x\\\"\\\\\\u00e9\\n\"} "));
        assertEquals(Arrays.asList((Object) null), Json.read("[null]"));
        assertEquals(Map.of(), Json.read("{}"));
    }

    @Test
    void refusesWhatIsNone() {
        for (String text : List.of("", "{", "{\"a\"}", "{\"a\":1,}", "[1 2]", "[1]]", "'a'", "\"a", "\"\\x\"",
                "\"\\u12\"",
                "tru", "1x", "-", "\"\n\"", "[".repeat(100))) {
            assertThrows(Json.JsonException.class, () -> Json.read(text));
        }
    }
}
