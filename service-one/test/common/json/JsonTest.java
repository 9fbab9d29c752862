package common.json;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
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
    void readsNumbers() throws Exception {
        for (String number : List.of("0", "-0", "10", "-2.50", "0.125", "1e3", "1E-3", "12.5e+2")) {
            assertEquals(Double.valueOf(number), Json.read(number));
            assertEquals(List.of(Double.valueOf(number), 1.0), Json.read("[" + number + " ,1]"));
        }
    }

    @Test
    void readsOneMemberOfAnObject() throws Exception {
        String text = " {\"a\" : [1, {\"b\":[]}], \"\\u0062\":\"x\\n\", "
                + "\"c\":{\"d\":-1e3,\"e\":\"\\\"\"}, \"f\":null} ";
        assertEquals(List.of(1.0, Map.of("b", List.of())), Json.member("a", text));
        assertEquals("x\n", Json.member("b", text));
        assertEquals(Map.of("d", -1000.0, "e", "\""), Json.member("c", text));
        assertEquals(null, Json.member("d", text), "of an object within");
        assertEquals(null, Json.member("f", text));
        assertEquals(2.0, Json.member("a", "{\"a\":1,\"a\":2}"), "the last one, as a map would have it");
        assertEquals(null, Json.member("a", "[{\"a\":1}]"));
        assertEquals(null, Json.member("a", "\"a\""));
    }

    @Test
    void writesNumbersWithThreeDecimals() {
        Map<Double, String> numbers = Map.of(0.0, "0", 7.0, "7", -2.0, "-2", 0.05, "0.05", -0.25, "-0.25", 1.9996,
                "2", 1049.1234, "1049.123", 1e13 + 0.5, "1.00000000000005E13", Double.NaN, "null");
        numbers.forEach((number, text) ->
                assertEquals("{\"a\":" + text + "}", new JsonObject().put("a", number.doubleValue()).toString()));
    }

    @Test
    void writesObjectsInArraysAndEscapes() throws Exception {
        List<String> names = List.of("a", "b\"\\");
        String text = new JsonObject().put("all", names.stream().map(name -> new JsonObject().put("is", name)).toList())
                .toString();
        assertEquals(Map.of("all", List.of(Map.of("is", "a"), Map.of("is", "b\"\\"))), Json.read(text));
    }

    /** What comes from other programs may be an attack on the stack. */
    @Test
    void depthIsLimited() throws Exception {
        assertEquals(List.of(List.of(List.of())), Json.read("[[[]]]"));
        String deep = "[".repeat(100_000);
        assertContains("no more than 64 levels", assertThrows(IOException.class, () -> Json.read(deep)).getMessage());
        String wide = "[" + "[1],".repeat(1_000) + "[1]]";
        assertEquals(1_001, ((List<?>) Json.read(wide)).size());
    }

    @Test
    void refusesWhatIsNone() {
        for (String text : List.of("", "{", "{\"a\"}", "{\"a\":1,}", "[1 2]", "[1]]", "'a'", "\"a", "\"\\x\"",
                "\"\\u12\"",
                "tru", "1x", "-", "+1", "01", ".5", "1.", "1e", "- 1", "1 .5", "\"\n\"", "[".repeat(100))) {
            assertThrows(Json.JsonException.class, () -> Json.read(text));
            assertThrows(Json.JsonException.class, () -> Json.member("a", text));
            assertThrows(Json.JsonException.class, () -> Json.member("a", "{\"a\":1,\"b\":" + text + "}"));
        }
    }
}
