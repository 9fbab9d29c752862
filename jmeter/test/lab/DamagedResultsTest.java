package lab;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import common.json.Json;
import common.json.JsonObject;
import experiment.Load;
import experiment.Results;
import experiment.ResultsFile;
import experiment.Run;
import testing.Printed;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

/** What an editor, a full disk or another version may do to a stored result is said in a line. */
class DamagedResultsTest extends TemporaryFolder {
    private static final List<Object> STRANGE =
            Arrays.asList(null, Map.of(), List.of(), "", "x", true, 0.0, -1.0, 0.5, 1e300);
    // Primes, so that each kind of change is among the chosen ones.
    private static final int FEW = 997;
    private static final int MANY = 41;

    private static Object stored() throws Exception {
        Load load = Load.closed("/meetings", 1000);
        List<Run> runs = Stream.of(Doctored.runs("pool", load, 188, 190, 192),
                Doctored.runs("loom", load, 940, 950, 960)).flatMap(List::stream).toList();
        Results results = new Results(Doctored.experiment("""
                # A title
                #
                # A description.
                users = 1000
                beside-path = /rpc
                beside-rate = 40
                contender.pool = pool
                contender.loom = loom
                expect = loom/pool throughput >= 4 at 1000
                refute = loom/pool throughput < 3 at 1000
                """), runs, Map.of("machine", "2 cores"), List.of("a note"), true);
        return Json.read(ResultsFile.text(results, Map.of()));
    }

    /** The value with one change in each, at any depth. */
    private static Stream<Object> changed(Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.keySet().stream().flatMap(key -> Stream.concat(Stream.of(without(map, key)),
                    replacements(map.get(key)).map(each -> with(map, key, each))));
            case List<?> list when !list.isEmpty() -> Stream.concat(Stream.of(list.subList(1, list.size())),
                    replacements(list.getFirst()).map(each -> with(list, each)));
            case null, default -> Stream.of();
        };
    }

    private static Stream<Object> replacements(Object value) {
        return Stream.concat(STRANGE.stream(), changed(value));
    }

    private static Map<Object, Object> without(Map<?, ?> map, Object key) {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        copy.remove(key);
        return copy;
    }

    private static Map<Object, Object> with(Map<?, ?> map, Object key, Object value) {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }

    private static List<Object> with(List<?> list, Object first) {
        List<Object> copy = new ArrayList<>(list);
        copy.set(0, first);
        return copy;
    }

    @Test
    void aResultThatIsNoTextIsNamed() throws Exception {
        Path run = store("binary", "");
        Files.write(run.resolve(ResultsFile.NAME), new byte[] {'{', -1, -2});
        String why = assertThrows(IOException.class, () -> ResultsFile.read(run)).getMessage();
        assertTrue(why.startsWith(run.resolve(ResultsFile.NAME).toString()), why);
    }

    private Path store(String name, String json) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        Files.writeString(run.resolve(ResultsFile.NAME), json);
        return run;
    }

    /** @return whether the file was taken for a result */
    private static boolean report(String... arguments) throws Exception {
        try (Printed out = new Printed()) {
            new Compare(null, out).run(CommandLine.parse(Compare.TOOL.options(), arguments));
            return true;
        } catch (IOException | UsageException e) {
            assertTrue(!e.getMessage().isBlank(), e.toString());
            return false;
        }
    }

    private void tryChange(Path good, String json) throws Exception {
        Path damaged = store("damaged", json);
        try {
            report("--report", damaged.toString());
            report("--report", good.toString(), "--against", store("damaged", json).toString());
        } catch (RuntimeException | Error e) {
            throw new AssertionError(json, e);
        }
    }

    @Test
    void someChangesOfAStoredResultAreTakenOrRefused() throws Exception {
        tryEach(FEW);
    }

    @Slow("writes hundreds of reports")
    @Test
    void manyChangesOfAStoredResultAreTakenOrRefused() throws Exception {
        tryEach(MANY);
    }

    private void tryEach(int step) throws Exception {
        List<Object> changes = changed(stored()).toList();
        String json = JsonObject.text(stored());
        Path good = store("good", json);
        assertEquals(true, report("--report", good.toString(), "--against", good.toString()), "unchanged");
        for (int i = 0; i < changes.size(); i += step) {
            tryChange(good, JsonObject.text(changes.get(i)));
        }
        for (String part : List.of("", " ", "null", "[]", "7", "\u0000", json.substring(0, json.length() / 2))) {
            tryChange(good, part);
            assertEquals(false, report("--report", store("damaged", part).toString()), part);
        }
    }
}
