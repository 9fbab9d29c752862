package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import classroom.run.FreePlay.PlayRow;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run;
import testing.Test;

/** Rows of free play as other programs get them. */
class PlayExportTest {
    private static final Prediction PREDICTED = new Prediction(80, 0.25, 4, "threads");

    private static PlayRow row(int id, String name, PlaySettings settings) {
        return new PlayRow(id, name, settings, PREDICTED, null);
    }

    private static final List<PlayRow> ROWS = List.of(
            row(1, "other delays", new PlaySettings("loom", 0, 7, 0, "/rpc", 5, 5, "")),
            row(2, "", FreePlayTest.pool(4, 20)),
            row(3, "the heap, small", new PlaySettings("loom", 0, 100, 0, "/meetings", 50, 333, "-Xmx64m  -Xms64m")),
            row(4, "", new PlaySettings("loom", 0, 0, 30, "/rpc", 50, 333, "")));

    @Test
    void theExperimentHasTheContendersAndLoadsOfTheRows() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", PlayExport.experiment(ROWS), Map.of());
        assertEquals(List.of("pool --threads 4", "loom | -Xmx64m -Xms64m", "loom"),
                experiment.contenders().stream().map(Contender::specification).toList());
        assertEquals(List.of(Load.closed("/rpc", 20), Load.closed("/rpc", 100), Load.open("/rpc", 30),
                Load.closed("/meetings", 20), Load.closed("/meetings", 100), Load.open("/meetings", 30)),
                experiment.loads(), "each under each");
        assertEquals(50, experiment.delay(), "the last row's");
        assertContains("row 1, other delays: loom, /rpc, users 7 (left out", PlayExport.experiment(ROWS));
    }

    @Test
    void aRowThatFailedIsNotInTheExperiment() throws Exception {
        PlayRow failed = row(5, "", FreePlayTest.pool(9, 20))
                .with(Run.failed("pool-9", Load.closed("/rpc", 20), 1, PREDICTED, "it ended"));
        List<PlayRow> rows = List.of(ROWS.get(1), failed);
        assertEquals(List.of("pool --threads 4"), ExperimentFile.parse("e", PlayExport.experiment(rows), Map.of())
                .contenders().stream().map(Contender::specification).toList());
        assertContains("row 5: pool --threads 9, /rpc, users 20 (left out: it failed)", PlayExport.experiment(rows));
        assertContains("contender.pool-9", PlayExport.experiment(List.of(failed)));
    }

    @Test
    void theTableHasALineForEachRow() {
        PlayRow measured = row(5, "=1+1", FreePlayTest.pool(4, 20))
                .with(Doctored.run("pool-4", Load.closed("/rpc", 20), 1, 79).machine(15, 0, 0).run());
        String csv = PlayExport.csv(List.of(ROWS.get(2), measured));
        List<String> lines = csv.lines().toList();
        assertEquals(3, lines.size(), csv);
        assertContains("3,\"the heap, small\",loom,0,100,0,/meetings,50,333,'-Xmx64m  -Xms64m,80.0,250.0,,,,,,,",
                lines.get(1));
        assertContains("5,'=1+1,pool,4,20,0,/rpc,50,333,,80.0,250.0,79.0,", lines.get(2));
        assertContains("of the machine's CPU time (usable with care)", lines.get(2));
        assertContains(",failure,findings", lines.get(0));
    }

    @Test
    void noNameIsAFormula() {
        for (String sign : List.of("=", "+", "-", "@", "\t", "\uff1d", "\uff0b", "\uff0d", "\uff20")) {
            assertContains("\n1,'" + sign + "1+1,",
                    PlayExport.csv(List.of(row(1, sign + "1+1", FreePlayTest.pool(4, 20)))));
        }
    }
}
