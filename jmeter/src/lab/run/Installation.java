package lab.run;

import module java.base;
import load.PlanXml;
import common.io.HostPort;
import common.process.VisualVmCpuGraph;
import experiment.Conditions.Change;
import experiment.Conditions;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Load;
import experiment.Workload;
import load.JmeterArguments;
import load.install.JmeterHome;
import machine.Environment;
import machine.Kernel;
import process.Child.ProgramFailure;
import process.Executables;

/**
 * The programs that a run starts, and their command lines.
 *
 * @param exercises folders of the learner's compiled classes, by exercise number
 */
public record Installation(JmeterHome jmeter, Places places, Map<Integer, Path> exercises) {
    private static final String ANY_JSON_OBJECT = "^\\{\"";
    /** Whoever says what a good answer contains may have answers with an error in them. */
    private static final String NO_ERROR = "[^\\s\\S]";
    private static final List<String> NOT_SAVED = List.of("thread_name", "data_type", "sent_bytes", "latency",
            "idle_time");
    /** {@link OwnPlan} reads them. */
    private static final List<String> SAVED_OF_OWN_PLAN = List.of("thread_counts", "url");
    /** By default, JMeter sends samples in batches of a hundred. This mode sends each sample at once. */
    private static final List<String> AT_ONCE =
            List.of("-Jmode=StrippedAsynch", "-Jasynch.batch.queue.size=100000");
    private static final List<String> ARRIVAL_COLUMNS =
            List.of("-Jjmeter.save.saveservice.thread_name=true",
            "-Jsample_variables=TESTSTART.MS,first_key");

    /**
     * Under a light load, service two and JMeter use only HotSpot's compiler C1. C2 would work for ten seconds on the
     * contender's cores, and so change its cost. With C1 alone, JMeter needs a quarter of a core for 1,000 requests a
     * second instead of an eighth.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    private Path repository() {
        return places.repository();
    }

    private Path jvmOptions(String module) {
        return repository().resolve(module).resolve("jvm-options");
    }

    private List<String> java(String module) {
        Path options = jvmOptions(module);
        List<String> command = Files.exists(options)
                ? Executables.javaCommand("@" + options)
                : Executables.javaCommand();
        command.add("-D" + VisualVmCpuGraph.OFF + "=true");
        return command;
    }

    Map<String, String> environment(Experiment experiment) throws InterruptedException {
        Map<String, String> all = Environment.describe();
        all.put("JMeter", jmeter.version());
        all.put("which program ran where", places.description());
        all.put("service one's JVM options", text(jvmOptions("service-one")));
        if (!places.isServiceTwoRemote()) {
            all.put("service two's JVM options", text(jvmOptions("service-two")));
        }
        Conditions conditions = experiment.conditions();
        Stream<String> first = Stream.of(String.join(" ", conditions.serviceTwo().arguments()));
        Stream<String> later = conditions.changes().stream().map(Change::toString);
        all.put("service two", Stream.concat(first, later).collect(Collectors.joining("; from ")));
        experiment.beside().ifPresent(load -> all.put("second load", load.name()));
        all.put("commit", Environment.commit(repository()));
        return all;
    }

    private static String text(Path jvmOptions) {
        String options = Kernel.lines(jvmOptions).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .collect(Collectors.joining(" "));
        return options.isEmpty() ? "none" : options;
    }

    List<String> serviceTwo(Slot slot) {
        List<String> command = java("service-two");
        if (slot.isLight()) {
            command.add(FIRST_COMPILER);
        }
        command.addAll(List.of(
                "-cp", jar("service-two"),
                "servicetwo.ServiceTwo",
                "--port", "0"));
        command.addAll(slot.experiment().conditions().serviceTwo().arguments());
        command.add("--until-stdin-closes");
        return command;
    }

    List<String> serviceOne(Contender.ServiceOne contender, HostPort serviceTwo) throws ProgramFailure {
        List<String> command = java("service-one");
        command.addAll(contender.jvmOptions());
        command.addAll(List.of(
                "-cp", jar("service-one"),
                "serviceone.ServiceOne", contender.mode().label(),
                "--admin-port", "0"));
        command.addAll(arguments(contender));
        command.addAll(List.of(
                "--port", "0",
                "--bind", places.bind(),
                "--service-two", serviceTwo.toString(),
                "--until-stdin-closes"));
        return command;
    }

    private List<String> arguments(Contender.ServiceOne contender) throws ProgramFailure {
        List<String> arguments = new ArrayList<>(contender.arguments());
        arguments.removeAll(List.of(Contender.THREAD_DUMPS, Contender.INFO_IN_PARALLEL));
        int at = arguments.indexOf(Contender.EXERCISE);
        if (at >= 0) {
            String number = arguments.get(at + 1);
            Path parts = exercises.get(Integer.parseInt(number));
            if (parts == null) {
                throw new ProgramFailure(Contender.EXERCISE + " " + number
                        + ": its class is not compiled here. Use ./run.sh compare or ./run.sh exercise");
            }
            arguments.set(at, "--parts");
            arguments.set(at + 1, parts.toString());
        }
        return arguments;
    }

    /** Runs in the caller's folder, so that relative paths are the caller's. */
    ProcessBuilder command(Contender.Command contender, int port, HostPort serviceTwo) {
        return new ProcessBuilder(contender.words().stream()
                .map(word -> word
                        .replace("{port}", Integer.toString(port))
                        .replace("{service-two}", serviceTwo.toString())
                        .replace("{java}", Executables.java())
                        .replace("{repository}", repository().toString()))
                .toList());
    }

    ProcessBuilder jmeter(Slot slot, HostPort address, Path jtl, Path log) throws IOException, InterruptedException {
        List<String> arguments = JmeterArguments.of(plan(slot, log), jtl, log);
        arguments.addAll(List.of("-Jsummariser.name=", "-Jsample_variables=first_key"));
        arguments.addAll(samples(slot));
        Map<String, Object> properties = properties(slot, address);
        arguments.addAll(JmeterArguments.properties("-J", properties));
        arguments.addAll(places.generators().arguments(properties, repository()));
        ProcessBuilder builder = jmeter.command(arguments, JmeterHome.heap(users(slot)),
                log.resolveSibling("jmeter.properties"));
        if (slot.isLight()) {
            builder.command().add(1, FIRST_COMPILER);      // first, so that the environment's JVM_ARGS take precedence
        }
        if (!computes(slot)) {
            builder.command().addAll(0, List.of("nice", "-n", "19"));
        }
        return builder;
    }

    /** JMeter writes each sample at once, because the lab follows the file. */
    private List<String> samples(Slot slot) {
        boolean isOwn = slot.experiment().workload().plan().isPresent();
        List<String> arguments = new ArrayList<>(JmeterArguments.save(List.of("autoflush"), true));
        arguments.addAll(JmeterArguments.save(NOT_SAVED, false));
        arguments.addAll(JmeterArguments.save(SAVED_OF_OWN_PLAN, isOwn));
        if (slot.isOpen() || isRemote()) {
            arguments.add("-Jjmeterengine.force.system.exit=true");      // else JMeter would exit late or never
        }
        if (isRemote()) {
            arguments.addAll(AT_ONCE);
        } else if (slot.isOpen()) {
            arguments.addAll(ARRIVAL_COLUMNS);
        }
        return arguments;
    }

    private boolean isRemote() {
        return places.generators().exist();
    }

    /** Of JMeter on this machine. */
    private int users(Slot slot) {
        double beside = slot.experiment().beside().map(Load::amount).orElse(0.0);
        return isRemote() ? 0 : (int) (slot.load().amount() + beside);
    }

    /**
     * JMeter has a thread for each user. On shared cores, a fair scheduler would make an event loop wait for all these
     * threads, so JMeter gets a lower priority. But requests that compute would starve it.
     */
    private static boolean computes(Slot slot) {
        return slot.predicted().isCpuBound() || slot.experiment().beside()
                .flatMap(load -> route(slot, load))
                .filter(KnownRoute::computes)
                .isPresent();
    }

    private Map<String, Object> properties(Slot slot, HostPort address) throws IOException {
        Workload workload = slot.experiment().workload();
        Map<String, Object> properties = new HashMap<>(Map.of(
                "host", HostPort.inUrl(address.host()),
                "port", address.port(),
                "response_ms", slot.timing().patience(),
                "drain", slot.experiment().window().drain(),
                "seconds", seconds(slot)));
        properties.putAll(workload.message().properties());
        properties.putAll(properties(slot, slot.load(), workload.answer(), ""));
        slot.experiment().beside().ifPresent(load -> properties.putAll(
                properties(slot, load, workload.besideAnswer(), SecondLoad.PREFIX)));
        return properties;
    }

    /** The lab ends JMeter after a closed loop's window, long before its limit. */
    private static long seconds(Slot slot) {
        return slot.isOpen()
                ? slot.arrivals(slot.load()).seconds()
                : (slot.timing().warmup() + slot.timing().window()) / 1_000 + 300;
    }

    private Map<String, Object> properties(Slot slot, Load load, Optional<String> answer, String prefix) {
        int machines = places.generators().machines();
        // For a path that service one does not have, any JSON object is a right answer.
        String body = answer
                .or(slot.experiment().workload().message()::noBody)
                .or(() -> route(slot, load).map(KnownRoute::answer))
                .orElse(ANY_JSON_OBJECT);
        Map<String, Object> properties =
                new HashMap<>(Map.of(prefix + "path", load.path(), prefix + "body", body));
        if (answer.isPresent()) {
            properties.put(prefix + "error", NO_ERROR);
        }
        // With seed 0, each generator draws its own arrivals. Otherwise all would send at the same moments.
        if (load.isOpen()) {
            properties.put(prefix + "rate", load.amount() / machines);
            properties.put(prefix + "seed", machines > 1 ? 0 : slot.arrivals(load).seed());
        } else {
            properties.put(prefix + "users", load.users() / machines);
            properties.put(prefix + "rampup", slot.timing().rampup() / 1_000);
        }
        return properties;
    }

    private static Optional<KnownRoute> route(Slot slot, Load load) {
        return KnownRoute.of(load.path(), slot.experiment().conditions().serviceTwo());
    }

    private Path plan(Slot slot, Path log) throws IOException {
        Workload workload = slot.experiment().workload();
        Path copy = Path.of(log + ".jmx");
        Path plan = workload.plan().map(Path::toAbsolutePath).orElseGet(() -> plan(slot.load()));
        Path both = workload.beside().isEmpty()
                ? plan
                : SecondLoad.added(plan, plan(workload.beside().get()), copy);
        return PlanXml.withHeaders(workload.message().headers(), both, copy);
    }

    private Path plan(Load load) {
        return repository().resolve("jmeter").resolve(switch (load.kind()) {
            case CLOSED -> "plans/closed-loop.jmx";
            case OPEN -> "plans/open-loop.jmx";
            case BURST -> "experiments/burst.jmx";
        });
    }

    private String jar(String module) {
        return repository().resolve(".build").resolve(module + ".jar").toString();
    }
}
