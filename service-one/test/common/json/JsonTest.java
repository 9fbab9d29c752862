package common.json;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;
import testing.Allocated;
import testing.Test;
import testing.Words;

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

    /** Each request of service one reads four such answers. */
    @Test
    void readingASmallAnswerAllocatesLittle() throws Exception {
        String answer = "{\"service\":\"two\",\"delayMillis\":50,\"stageDelayMillis\":333}";
        Json.members(answer);      // loads the classes
        long before = Allocated.bytes();
        Json.members(answer);
        long bytes = Allocated.bytes() - before;
        assertTrue(bytes < 800, bytes + " bytes");
    }

    @Test
    void invalidJsonIsRefusedAtTheFirstWrongCharacter() throws Exception {
        StringBuilder errors = new StringBuilder();
        for (String text : List.of("", "{", "{\"a\"}", "{\"a\":1,}", "[1 2]", "[1]]", "{} x", "'a'", "\"a", "\"\\x\"",
                "\"\\u12\"", "\"\\u12g4\"", "\"ab\\u12g4\"", "tru", "[fals]", "[ null, nul]", "1x", "-", "+1", "01",
                ".5", "1.", "1e", "- 1", "1 .5", "1\0", "\"\n\"", "\"a\u001fb\"", "[1 , \t\r\n x]", "[".repeat(65))) {
            String error = assertThrows(Json.JsonException.class, () -> Json.read(text)).getMessage();
            errors.append(new JsonObject().put("json", text)).append(" -> ").append(error).append('\n');
            assertThrows(Json.JsonException.class, () -> Json.members("{\"a\":1,\"b\":" + text + "}"));
        }
        Words.assertSame("http", "invalid JSON", errors.toString());
    }

    /** Deep JSON from another program could overflow the stack. */
    @Test
    void depthIsLimited() throws Exception {
        Json.read("[".repeat(64) + "]".repeat(64));
        for (int depth : new int[] {65, 100_000}) {
            assertThrows(Json.JsonException.class, () -> Json.read("[".repeat(depth) + "]".repeat(depth)));
            assertThrows(Json.JsonException.class,
                    () -> Json.read("{\"a\":".repeat(depth) + "1" + "}".repeat(depth)));
        }
        assertEquals(101, ((List<?>) Json.read("[" + "[1],".repeat(100) + "[1]]")).size(), "width is not limited");
    }

    @Test
    void numbersAreWrittenInFullOrWithThreeDecimals() {
        Object[][] table = {{0.0, "0", "0"}, {7.0, "7", "7"}, {-2.0, "-2", "-2"}, {0.05, "0.05", "0.05"},
            {-0.25, "-0.25", "-0.25"}, {1.9996, "1.9996", "2"}, {1049.1234, "1049.1234", "1049.123"},
            {1e-4, "1.0E-4", "0"}, {1e13 + 0.5, "1.00000000000005E13", "1.00000000000005E13"},
            {999_999_999_999.0625, "9.999999999990625E11", "9.99999999999063E11"},
            {1e12 + 0.0625, "1.0000000000000625E12", "1.0000000000000625E12"}, {Double.NaN, "null", "null"},
            {Double.POSITIVE_INFINITY, "\"Infinity\"", "null"}};
        for (Object[] row : table) {
            Measured measured = new Measured((double) row[0], new Inner((double) row[0]), List.of(row[0]), null);
            String text = "{\"value\":%s,\"inner\":{\"value\":%s},\"list\":[%s],\"no\":null}";
            assertEquals(text.formatted(row[1], row[1], row[1]), JsonObject.text(measured).strip());
            assertEquals(text.formatted(row[2], row[2], row[1]), JsonObject.rounded(measured).toString());
        }
    }

    @Test
    void textIsEscaped() {
        assertEquals("{\"all\":[{\"is\":\"b\\\"\\\\\"}]}",
                new JsonObject().put("all", List.of(new JsonObject().put("is", "b\"\\"))).toString());
        assertEquals("{\"a\":\"\\u001b\\u009b\"}", new JsonObject().put("a", "\u001b\u009b").toString());
    }

    public record Inner(double value) {
    }

    public record Measured(double value, Inner inner, List<?> list, String no) {
    }

    public record Point(int x, Mode mode) {
    }

    @Test
    void anyValueIsWrittenAsText() {
        assertEquals("[{\"x\":1,\"mode\":\"POOL\"},\n{\"x\":2,\"mode\":null}]\n",
                JsonObject.text(List.of(new Point(1, Mode.POOL), new Point(2, null))), "a line for each object");
        assertEquals("[1,\"a\",true]\n", JsonObject.text(List.of(1L, "a", true)), "plain elements share a line");
        assertEquals("[9007199254740991,9.007199254740992E15,-9.007199254740992E15]\n", JsonObject.text(
                List.of(0x1p53 - 1, 0x1p53, -0x1p53)), "exact integers have no exponent");
    }
}
