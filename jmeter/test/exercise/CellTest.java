package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class CellTest {
    @Test
    void aNameThatCouldLookLikeARowIsInQuotes() {
        for (String plain : List.of("ada", "Größe-2", "ann/First.java", "李", "a'b", "naïve")) {
            assertEquals(plain, Cell.name(plain));
        }
        assertEquals("\"Ada Lovelace\"", Cell.name("Ada Lovelace"));
        assertEquals("\"ada\\u000aben\\u0009\\u001b[2K\"", Cell.name("ada\nben\t\u001b[2K"));
        assertEquals("\"\\u202eada\\u00a0\\u2028\\u3164\\u200b\"", Cell.name("\u202eada\u00a0\u2028\u3164\u200b"));
        assertEquals("\"\\\"ada\\\"\"", Cell.name("\"ada\""));
        assertEquals("\"a\\\\u000a\"", Cell.name("a\\u000a"));
        assertEquals("\"\"", Cell.name(""));
    }

    @Test
    void aTextStaysOnItsLineAndIsCut() {
        assertEquals("one two three", Cell.text("\n one\t two\r\n\u00a0 three  "));
        assertEquals("a\\u001b[31m\\u202e\\u0085b", Cell.text("a\u001b[31m\u202e\u0085b"));
        assertEquals("x".repeat(160), Cell.text("x".repeat(160)));
        assertEquals("x".repeat(160) + "…", Cell.text("x".repeat(161)));
        assertTrue(Cell.text(" \n").isEmpty(), "nothing");
    }
}
