package lab.run;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.KnownRoute;
import lab.define.Load;
import load.JmeterArguments;
import load.SentArrivals.Schedule;
import load.install.JmeterHome;

/**
 * Where everything is that a run starts, and the command lines for it.
 *
 * @param places    where each of them is to run
 * @param exercises the folders of the classes that learners have written, by the numbers of their exercises
 */
public record Installation(Path repository, JmeterHome jmeter, Places places, Map<Integer, Path> exercises) {
    private static final String ANY_JSON_OBJECT = "^\\{\"";
    private static final String SAVE = "-Jjmeter.save.saveservice.";
    /** What nobody reads of a sample: {@link load.jtl.Jtl} reads the rest. */
    private static final List<String> NOT_SAVED = List.of("thread_name", "data_type", "bytes", "sent_bytes",
            "thread_counts", "url", "latency", "idle_time");
    /** The columns by which a sample is told for the arrival that it is. */
    private static final List<String> ARRIVAL_COLUMNS =
            List.of(SAVE + "thread_name=true", "-Jsample_variables=TESTSTART.MS");

    /**
     * Under a light load service two gets its code from HotSpot's first compiler alone, C1: it is ready within a
     * second, where the second one works for ten, on cores that what is measured needs.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
    /**
     * Under a light load JMeter gets its code from both compilers, but after a third of the usual calls: else the
     * second one, C2, works until 17 s after JMeter's start, throughout the window. C1 alone would be ready sooner; but
     * with its code a sample costs twice the CPU time, and a request of what shares the cores with it a tenth more.
     */
    private static final String COMPILED_EARLY = "-XX:CompileThresholdScaling=0.3";

    /** For runs that are made on this machine alone. */
    public Installation(Path repository, JmeterHome jmeter) {
        this(repository, jmeter, Places.here(repository));
    }

    /** Where service one is nobody else's. */
    public Installation(Path repository, JmeterHome jmeter, Places places) {
        this(repository, jmeter, places, Map.of());
    }

    /** The JVM options that a service gets everywhere, as an argument file; see java(1). There may be none. */
    Path jvmOptions(String module) {
        return repository.resolve(module).resolve("jvm-options");
    }

    private List<String> java(String module) {
        Path options = jvmOptions(module);
        return Files.exists(options) ? Executables.javaCommand("@" + options) : Executables.javaCommand();
    }

    List<String> serviceTwo(Slot slot) {
        List<String> command = java("service-two");
        if (slot.isLight()) {
            command.add(FIRST_COMPILER);
        }
        command.addAll(List.of("-cp", jar("service-two"), "servicetwo.ServiceTwo", "--port", "0"));
        command.addAll(RunningServiceTwo.arguments(slot.experiment()));
        command.add("--until-stdin-closes");
        return command;
    }

    /** @throws ProgramFailure where it has a learner's part that nobody has compiled */
    List<String> serviceOne(Contender contender, HostPort serviceTwo) throws ProgramFailure {
        List<String> command = java("service-one");
        command.addAll(contender.jvmOptions());
        command.addAll(List.of("-cp", jar("service-one"), "serviceone.ServiceOne", contender.mode()));
        command.addAll(List.of("--admin-port", "0"));      // where no page that somebody left open asks for figures
        command.addAll(arguments(contender));
        command.addAll(List.of("--port", "0", "--bind", places.bind(), "--service-two", serviceTwo.toString(),
                "--until-stdin-closes"));
        return command;
    }

    private List<String> arguments(Contender contender) throws ProgramFailure {
        List<String> arguments = new ArrayList<>(contender.arguments());
        int at = arguments.indexOf(Contender.EXERCISE);
        if (at >= 0) {
            Path parts = exercises.get(contender.exercise());
            if (parts == null) {
                throw new ProgramFailure(Contender.EXERCISE + " " + contender.exercise()
                        + ": its class is compiled by ./run.sh compare and ./run.sh exercise alone");
            }
            arguments.set(at, "--parts");
            arguments.set(at + 1, parts.toString());
        }
        return arguments;
    }

    ProcessBuilder command(Contender contender, int port, HostPort serviceTwo) {
        return new ProcessBuilder(contender.command().stream()
                .map(word -> word.replace("{port}", Integer.toString(port))
                .replace("{service-two}", serviceTwo.toString()).replace("{java}", Executables.java())
                .replace("{repository}", repository.toString())).toList()).directory(repository.toFile());
    }

    /**
     * JMeter, writing each sample at once, so that its file can be followed and is whole when it is ended. Its settings
     * are beside its log.
     *
     * @param computes whether requests compute beside the slot's load
     */
    ProcessBuilder jmeter(Slot slot, boolean computes, HostPort address, Path jtl, Path log)
            throws IOException, InterruptedException {
        Load load = slot.load();
        List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan(load).toString(),
                "-l", places.generators().written(jtl).toString(), "-j", log.toString(),
                JmeterArguments.KEEP_CONNECTIONS, SAVE + "output_format=csv", SAVE + "autoflush=true",
                "-Jsummariser.name="));                        // none: nobody reads what it would print
        NOT_SAVED.forEach(column -> arguments.add(SAVE + column + "=false"));
        if (load.isOpen()) {
            arguments.add("-Jjmeterengine.force.system.exit=true");      // else it stays for a minute after its end
            arguments.addAll(places.generators().areElsewhere() ? List.of() : ARRIVAL_COLUMNS);
        }
        arguments.addAll(places.generators().arguments(properties(slot, address)));
        int users = places.generators().areElsewhere() ? 0 : (int) load.amount();
        ProcessBuilder builder = jmeter.command(arguments, JmeterHome.heap(users),
                log.resolveSibling("jmeter.properties"));
        if (slot.isLight()) {
            builder.command().add(1, COMPILED_EARLY);      // before the environment's JVM_ARGS, which prevail
        }
        // JMeter has a thread per user, what it measures may have two. Where they share cores, a fair scheduler would
        // let an event loop wait for a thousand users, and their requests would come in ever larger groups.
        if (!computes && !slot.predicted().isCpuBound()) {      // which would leave nothing to one that yields
            builder.command().addAll(0, List.of("nice", "-n", "19"));
        }
        return builder;
    }

    private Map<String, String> properties(Slot slot, HostPort address) {
        Experiment experiment = slot.experiment();
        int machines = places.generators().machines();
        // Of a path that service one doesn't have, nothing is known but that it answers JSON.
        String body = !experiment.body().isEmpty() ? experiment.body()
                : KnownRoute.of(slot.load().path(), experiment).map(KnownRoute::answer).orElse(ANY_JSON_OBJECT);
        Map<String, Object> properties = new HashMap<>(Map.of("host", HostPort.inUrl(address.host()),
                "port", address.port(), "path", slot.load().path(), "token", experiment.token(), "body", body,
                "response_ms", slot.timing().patience()));
        if (slot.load().isOpen()) {
            // It ends by itself: the requests that are still waiting when the last was sent belong to the figures.
            Schedule asked = slot.arrivals();
            properties.putAll(Map.of("rate", asked.rate() / machines, "seconds", asked.seconds(),
                    "seed", asked.seed(), "drain", experiment.drain()));
        } else {
            // Told to run far longer than it will: it is ended when the window is over.
            properties.putAll(Map.of("users", slot.load().users() / machines, "rampup", slot.timing().rampup() / 1_000,
                    "seconds", (slot.timing().warmup() + slot.timing().window()) / 1_000 + 300));
        }
        return properties.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().toString()));
    }

    private Path plan(Load load) {
        return repository.resolve("jmeter").resolve(switch (load.kind()) {
            case CLOSED -> "plans/closed-loop.jmx";
            case OPEN -> "plans/open-loop.jmx";
            case BURST -> "experiments/burst.jmx";
        });
    }

    private String jar(String module) {
        return repository.resolve(".build").resolve(module + ".jar").toString();
    }
}
