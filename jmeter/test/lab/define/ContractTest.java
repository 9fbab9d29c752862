package lab.define;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Option;
import common.commandline.Tool;
import common.mode.Mode;
import lab.Doctored;
import serviceone.server.RawClient.Reply;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.CheckPool;
import testing.Test;

/** The predictor has its own copies of the programs' defaults. */
class ContractTest {
    @Test
    void predictionsUseTheDefaultsOfThePrograms() throws Exception {
        Experiment defaults = Doctored.experiment("users = 1\ncontender.a = loom");
        Object[][] table = {{"serviceone.Options", "--threads", Predictor.DEFAULT_THREADS},
            {"serviceone.Options", "--max-connections", Predictor.DEFAULT_CONNECTIONS},
            {"serviceone.Options", "--answer-timeout", Predictor.DEFAULT_ANSWER_MILLIS},
            {"servicetwo.ServiceTwo", "--delay", defaults.delay()},
            {"servicetwo.ServiceTwo", "--stage-delay", defaults.stageDelay()}};
        for (Object[] row : table) {
            var tool = Class.forName((String) row[0]).getDeclaredField("TOOL");
            tool.setAccessible(true);
            assertEquals(List.of(row[2].toString()), ((Tool) tool.get(null)).options().stream()
                    .filter(option -> option.name().equals(row[1])).map(Option::standard).toList(), (String) row[1]);
        }
        assertEquals(Settings.WORKERS, Predictor.WORKERS, "async's worker threads");
    }

    @Test
    void serviceOneAnswersEveryKnownRouteAndWaitsAsPredicted() throws Exception {
        Map<String, KnownRoute> routes = KnownRoute.all(Doctored.experiment("users = 1\ncontender.a = loom"));
        try (TestService service = TestService.start(Mode.LOOM, Settings.DEFAULTS)) {
            CheckPool.run(routes.keySet().stream().map(path -> () -> answersAsKnown(path, routes.get(path),
                    service.get(path))));
        }
    }

    private static void answersAsKnown(String path, KnownRoute known, Reply reply) {
        assertEquals(200, reply.status(), path);
        Pattern answer = Pattern.compile(known.answer());
        assertTrue(answer.matcher(reply.body()).find(), path + " answers " + reply.body());
        assertTrue(!answer.matcher("{\"error\":\"went wrong\"}").find(), path + " takes an error for an answer");
        assertTrue(known.own() == 0 || reply.body().strip().equals("{\"waitedMillis\":"
                + Math.round(1e3 * known.waiting()) + "}"), path + " answers " + reply.body());
    }
}
