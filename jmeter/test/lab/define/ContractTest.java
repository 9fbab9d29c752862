package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Option;
import common.commandline.Tool;
import common.mode.Mode;
import serviceone.server.RawClient.Reply;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.CheckPool;
import testing.Test;

/** The predictor has its own copies of the programs' defaults. */
class ContractTest {
    private final Map<String, KnownRoute> routes;
    private final Experiment defaults = ExperimentFile.parse("e", "users = 1\ncontender.a = loom", Map.of());

    ContractTest() throws Exception {
        routes = KnownRoute.all(defaults);
    }

    private static Option option(String mainClass, String name) throws Exception {
        var tool = Class.forName(mainClass).getDeclaredField("TOOL");
        tool.setAccessible(true);
        return ((Tool) tool.get(null)).options().stream().filter(option -> option.name().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError(mainClass + " has no option " + name));
    }

    @Test
    void predictionsUseTheDefaultsOfThePrograms() throws Exception {
        Object[][] table = {{"serviceone.Options", "--threads", Predictor.DEFAULT_THREADS},
            {"serviceone.Options", "--max-connections", Predictor.DEFAULT_CONNECTIONS},
            {"serviceone.Options", "--answer-timeout", Predictor.DEFAULT_ANSWER_MILLIS},
            {"servicetwo.ServiceTwo", "--delay", defaults.delay()},
            {"servicetwo.ServiceTwo", "--stage-delay", defaults.stageDelay()}};
        for (Object[] row : table) {
            assertEquals(row[2].toString(), option((String) row[0], (String) row[1]).standard(), (String) row[1]);
        }
        assertEquals(Settings.WORKERS, Predictor.WORKERS, "async's worker threads");
        assertContains("up to " + Predictor.WORKERS + " more threads",
                option("serviceone.Options", "--loops").meaning());
    }

    @Test
    void serviceOneAnswersEveryKnownRouteAndWaitsAsPredicted() throws Exception {
        try (TestService service = TestService.start(Mode.LOOM, Settings.DEFAULTS)) {
            CheckPool.run(routes.keySet().stream().map(path -> () -> answersAsKnown(path, service.get(path))));
        }
    }

    private void answersAsKnown(String path, Reply reply) {
        KnownRoute known = routes.get(path);
        assertEquals(200, reply.status(), path);
        Pattern answer = Pattern.compile(known.answer());
        assertTrue(answer.matcher(reply.body()).find(), path + " answers " + reply.body());
        assertTrue(!answer.matcher("{\"error\":\"went wrong\"}").find(), path + " takes an error for an answer");
        if (known.own() > 0) {
            assertEquals("{\"waitedMillis\":" + Math.round(1e3 * known.waiting()) + "}", reply.body().strip(), path);
        }
    }
}
