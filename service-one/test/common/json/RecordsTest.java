package common.json;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;
import testing.Words;

class RecordsTest {
    public enum Kind { OPEN, BURST }

    public record Load(Kind kind, double rate) {
    }

    public record Sample(String text, int small, long large, double real, boolean truth, Kind kind,
            List<Double> list, Map<String, Long> map, Load load) {
    }

    @Test
    void recordsSurviveWritingAndReading() throws Exception {
        Sample full = new Sample("quote \" backslash \\ newline \n é", -3, 1_700_000_000_123L, Double.NaN, true,
                Kind.BURST, List.of(1.5, Double.POSITIVE_INFINITY), Map.of("503 Service", 7L),
                new Load(Kind.OPEN, 2.5));
        Sample empty = new Sample(null, 0, 0, 0, false, Kind.OPEN, List.of(), Map.of(), null);
        for (Sample sample : List.of(full, empty)) {
            assertEquals(sample, Records.read(Sample.class, JsonObject.text(sample)));
        }
        assertEquals(new Sample(null, 1, 2, Double.NaN, true, null, null, null, null),
                Records.read(Sample.class, "{\"small\":1,\"large\":2,\"truth\":true}"), "missing members");
    }

    public record Whole(String text, @MayBeMissing Load load, List<String> list,
            Map<String, String> map, double real) {
    }

    @Test
    void onlyWhatMayBeMissingIsMissingInACompleteFile() throws Exception {
        Map<String, Object> all = new HashMap<>(Map.of("text", "", "list", List.of(), "map", Map.of()));
        assertEquals(new Whole("", null, List.of(), Map.of(), Double.NaN), whole(all));
        for (String name : all.keySet()) {
            Map<String, Object> less = new HashMap<>(all);
            less.put(name, null);
            assertThrows(IOException.class, name, () -> whole(less));
            less.remove(name);
            assertThrows(IOException.class, name, () -> whole(less));
        }
        all.put("list", Arrays.asList("a", null));
        assertThrows(IOException.class, "null", () -> whole(all));
        assertEquals(Arrays.asList("a", null), Records.read(Whole.class, JsonObject.text(all)).list());
        all.put("list", List.of());
        all.put("map", Collections.singletonMap("a", null));
        assertThrows(IOException.class, "null", () -> whole(all));
    }

    private static Whole whole(Map<String, Object> members) throws IOException {
        return Records.readComplete(Whole.class, JsonObject.text(members));
    }

    @Test
    void aWholeNumberIsNotRounded() throws Exception {
        for (String number : List.of("2147483648", "-2147483649", "0.5", "1e300")) {
            assertThrows(IOException.class, () -> Records.read(Sample.class, member("small", number)));
        }
        for (String number : List.of("1e19", "0.5", "-1e300")) {
            assertThrows(IOException.class, () -> Records.read(Sample.class, member("large", number)));
        }
        assertEquals(Integer.MIN_VALUE, Records.read(Sample.class, member("small", "-2147483648")).small());
    }

    @Test
    void errorsAreExplained() throws IOException {
        String[] table = {"{}", "7", "null", "{\"small\":1,\"large\":2}", member("text", "7"),
            member("real", "\"x\""), member("list", "7"), member("map", "[]"),
            member("truth", "\"yes\""), member("truth", "7"), member("kind", "\"SLOW\""), member("text", "true"),
            member("load", "[]")};
        StringBuilder errors = new StringBuilder();
        for (String json : table) {
            IOException error = assertThrows(IOException.class, () -> Records.read(Sample.class, json));
            String why = error.getCause() == null ? "nothing" : error.getCause().getMessage();
            errors.append(json + " -> " + error.getMessage().replace(why, "‹why›") + "\n");
        }
        Words.assertSame("records", "JSON that does not fit", errors.toString());
        assertThrows(IOException.class, () -> Records.read(Sample.class, ""));
    }

    private static String member(String name, String value) {
        return "{\"small\":1,\"large\":2,\"truth\":true,\"" + name + "\":" + value + "}";
    }
}
