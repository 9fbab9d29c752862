package lab.bench;

import common.process.Child.ProgramFailure;
import common.process.Child;
import common.process.Executables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which of the counters works on this machine, tried on a program that sleeps: the kernel may forbid one to look at a
 * program that runs. Immutable.
 *
 * @param why empty where there is one; else why there is none
 */
record Counters(Optional<SystemCallCounter> counter, String why) {
    private static final List<String> SLEEPER = List.of("sleep", "60");

    /** @param folder for what the trial writes */
    static Counters find(Map<String, String> environment, Path folder) throws IOException, InterruptedException {
        List<String> refused = new ArrayList<>();
        for (SystemCallCounter counter : present(environment)) {
            Optional<String> problem = problem(counter, folder);
            if (problem.isEmpty()) {
                return new Counters(Optional.of(counter), "");
            }
            refused.add(problem.get());
        }
        return new Counters(Optional.empty(), refused.isEmpty() ? "neither strace nor perf is here"
                : String.join("; ", refused));
    }

    private static List<SystemCallCounter> present(Map<String, String> environment) {
        Optional<SystemCallCounter> strace = Executables.find(Strace.NAME, environment).map(Strace::new);
        Optional<SystemCallCounter> perf = Executables.find(Perf.NAME, environment).map(Perf::new);
        return Stream.of(strace, perf).flatMap(Optional::stream).toList();
    }

    private static Optional<String> problem(SystemCallCounter counter, Path folder)
            throws IOException, InterruptedException {
        try (counter; Child sleeper = Child.start("sleep", SLEEPER, folder.resolve("sleep.log"))) {
            counter.start(sleeper.pid(), 0, folder);
            counter.stop();
            return Optional.empty();
        } catch (ProgramFailure e) {
            return Optional.of(e.getMessage());
        }
    }
}
