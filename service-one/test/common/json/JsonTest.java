package common.json;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;

class JsonTest {
    @Test
    void valuesAreRead() throws Exception {
        assertEquals(Map.of("a", List.of(1.0, -2.5e3, true), "b", "x\"\\\u00e9\n"),
                Json.read(" {\"a\" : [1, -2.5e3 ,true], \"b\":\"x\\\"\\\\\\u00e9\\n\"} "));
        assertEquals(Arrays.asList(null, Map.of(), List.of()), Json.read("[null,{},[]]"));
        for (String number : List.of("0", "-0", "10", "-2.50", "0.125", "1e3", "1E-3", "12.5e+2")) {
            assertEquals(List.of(Double.valueOf(number), 1.0), Json.read("[" + number + " ,1]"));
        }
    }

    @Test
    void theMembersOfAnObjectAreRead() throws Exception {
        assertEquals(Map.of("b", "x\n", "c", Map.of("d", -1000.0)),
                Json.members(" {\"\\u0062\":\"x\\n\", \"c\":{\"d\":-1e3}} "));
        assertEquals(Map.of("a", 2.0), Json.members("{\"a\":1,\"a\":2}"), "of members with one name, the last counts");
        assertEquals(Map.of(), Json.members("[{\"a\":1}]"));
    }

    @Test
    void invalidJsonIsRefused() {
        for (String text : List.of("", "{", "{\"a\"}", "{\"a\":1,}", "[1 2]", "[1]]", "'a'", "\"a", "\"\\x\"",
                "\"\\u12\"", "\"\\u12g4\"", "tru", "1x", "-", "+1", "01", ".5", "1.", "1e", "- 1", "1 .5", "1\0",
                "\"\n\"")) {
            assertThrows(Json.JsonException.class, () -> Json.read(text));
            assertThrows(Json.JsonException.class, () -> Json.members("{\"a\":1,\"b\":" + text + "}"));
        }
    }

    /** Deep JSON from another program could overflow the stack. */
    @Test
    void depthIsLimited() throws Exception {
        Json.read("[".repeat(64) + "]".repeat(64));
        for (int depth : new int[] {65, 100_000}) {
            assertContains("64 levels", assertThrows(IOException.class, () -> Json.read("[".repeat(depth)
                    + "]".repeat(depth))).getMessage());
        }
        assertEquals(101, ((List<?>) Json.read("[" + "[1],".repeat(100) + "[1]]")).size(), "width is not limited");
    }

    @Test
    void writingRoundsNumbersToThreeDecimalsAndEscapesText() {
        Map<Double, String> numbers = Map.of(0.0, "0", 7.0, "7", -2.0, "-2", 0.05, "0.05", -0.25, "-0.25", 1.9996,
                "2", 1049.1234, "1049.123", 1e13 + 0.5, "1.00000000000005E13", Double.NaN, "null");
        numbers.forEach((number, text) ->
                assertEquals("{\"a\":" + text + "}", new JsonObject().put("a", number.doubleValue()).toString()));
        assertEquals("{\"all\":[{\"is\":\"b\\\"\\\\\"}]}",
                new JsonObject().put("all", List.of(new JsonObject().put("is", "b\"\\"))).toString());
        assertEquals("{\"a\":\"\\u001b\\u009b\"}", new JsonObject().put("a", "\u001b\u009b").toString());
    }

    @Test
    void errorsAreExplained() {
        String[][] table = {{"", "expected a value"}, {"[1 2]", "expected ','"}, {"{} x", "nothing more"}};
        for (String[] row : table) {
            assertContains(row[1], assertThrows(Json.JsonException.class, () -> Json.read(row[0])).getMessage());
        }
    }
}
