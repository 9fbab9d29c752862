package lab;

import static testing.Assertions.assertEquals;

import module java.base;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.judge.Analysis;
import lab.report.Report;
import lab.results.Results;
import lab.results.Run;
import testing.Test;

class NoiseFloorTest extends WithFolder {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Map<String, String> HERE = Map.of("machine", "two cores", "begun", "today");

    private void store(String name, Map<String, String> environment, boolean complete, double... seconds)
            throws Exception {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < seconds.length; i++) {
            runs.add(Doctored.run("loom", LOAD, i + 1, 950).cpu(seconds[i]).run());
            runs.add(Doctored.run("again", LOAD, i + 1, 950).cpu(2).run());
            runs.add(Doctored.run("async", LOAD, i + 1, 950).cpu(1).run());
        }
        Path stored = Files.createDirectory(folder.resolve(name));
        Experiment experiment = ExperimentFile.parse("control", "users = 1000\ncontender.loom = loom\n"
                + "contender.again = loom\ncontender.async = async\n", Map.of());
        Report.write(Analysis.of(new Results(experiment, runs, environment, List.of(), complete, List.of())), stored);
    }

    @Test
    void theLastControlOnSuchAMachineCounts() throws Exception {
        assertEquals(Optional.empty(), NoiseFloor.note(folder, HERE), "no control was run");
        store("control-1", HERE, true, 1, 2, 3);
        store("control-2", HERE, true, 2, 2, 2);
        store("control-3", HERE, false, 1, 2, 3);
        store("control-4", Map.of("machine", "four cores"), true, 1, 2, 3);
        Files.writeString(Files.createDirectory(folder.resolve("control-5")).resolve("results.json"), "{");
        assertEquals("Noise floor of this machine (control, today): 3 repetitions show differences of at least "
                + "1 % in throughput, 1 % in p50 latency, 1 % in p99 latency, 1 % in CPU time per request, "
                + "1 % in resident memory.", NoiseFloor.note(folder, HERE).orElseThrow());
        store("control-6", HERE, true, 2, 2.2, 2.1);
        String noisy = NoiseFloor.note(folder, HERE).orElseThrow();
        assertEquals(true, noisy.matches(".*, 1[0-9] % in CPU time per request,.*"), noisy);
    }
}
