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
    void writesNumbersWithThreeDecimals() {
        Map<Double, String> numbers = Map.of(0.0, "0", 7.0, "7", -2.0, "-2", 0.05, "0.050", -0.25, "-0.250", 1.9996,
                "2.000", 1049.1234, "1049.123", 1e13 + 0.5, "10000000000000.500", Double.NaN, "null");
        numbers.forEach((number, text) ->
                assertEquals("{\"a\":" + text + "}", new JsonObject().put("a", number.doubleValue()).toString()));
    }

    @Test
    void writesObjectsInArraysAndEscapes() throws Exception {
        String text = new JsonObject().putAll("all", List.of("a", "b\"\\"), name -> new JsonObject().put("is", name))
                .toString();
        assertEquals(Map.of("all", List.of(Map.of("is", "a"), Map.of("is", "b\"\\"))), Json.read(text));
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
