package classroom.run;

import module java.base;
import classroom.lesson.Asks;
import classroom.lesson.Lesson;
import classroom.lesson.Solution;
import classroom.run.Experiments.Measured;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import lab.Doctored;

public final class MadeUp {
    private static final Load LOAD = Load.closed("/rpc", 20);

    private MadeUp() {
    }

    public static Lesson lesson(int id) throws Exception {
        return lesson(id, new Asks("requests/s", 0, 1_000, List.of()));
    }

    public static Lesson choice(int id) throws Exception {
        return lesson(id, new Asks("", 0, 1, List.of("more & more", "<i>fewer</i>")));
    }

    private static Lesson lesson(int id, Asks asks) throws Exception {
        Experiment experiment = Experiment.parse("lesson-" + id, "users = 20\npath = /rpc\nrepeat = 1\n"
                + "seconds = 2\nwarmup = 2\ncontender.pool-1 = pool --threads 1\ncontender.loom = loom", Map.of());
        return new Lesson(id, "One thread", "How many requests a second?",
                new Lesson.Setup("pool", 1, 20, 0, 0, "/rpc", List.of(new Lesson.Wait("info", 50)), ""),
                asks, experiment,
                List.of(new Lesson.Shown("pool-1", "pool of 1", 20), new Lesson.Shown("loom", "virtual threads", 20)),
                new Solution(asks.isChoice() ? 1 : 20, "1 thread / 0.05 s = 20/s"), "400/s", "",
                new Lesson.Why(List.of("One waits."), List.of(), List.of("the queue"), "Try two.",
                        List.of(new Lesson.ToWrite(1, "Make two of one."))),
                Metric.THROUGHPUT, runs -> new Solution(runs.getFirst().measured().throughput(), "as measured"));
    }

    public static Measured measured() {
        return new Measured(
                List.of(Doctored.run("pool-1", LOAD, 1, 19).run(), Doctored.run("loom", LOAD, 1, 390).run()),
                Map.of("loom", List.of("at Route.handle")));
    }

    /** Other programs used 55 % of the machine's CPU time. */
    public static Run busy() {
        return Doctored.run("pool-1", LOAD, 1, 19).machine(20, 0, 0).run();
    }

    public static Measured failed(String why) {
        return new Measured(List.of(Doctored.run("pool-1", LOAD, 1, 19).run(),
                Run.failed("loom", LOAD, 1, Prediction.NONE, why)), Map.of());
    }
}
