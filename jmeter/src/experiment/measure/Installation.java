package experiment.measure;

import experiment.define.Contender;
import experiment.define.Experiment;
import experiment.define.Load;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jmeter.install.JmeterHeap;
import jmeter.install.JmeterHome;
import jmeter.remote.RemoteArguments;
import process.Java;

/** Where everything is that a run starts, and the command lines for it. Immutable. */
public record Installation(Path repository, JmeterHome jmeter) {
    private static final String SAVE = "-Jjmeter.save.saveservice.";
    /** What nobody reads of a sample: {@link jmeter.jtl.Jtl} reads the rest. */
    private static final List<String> NOT_SAVED = List.of("thread_name", "data_type", "bytes", "sent_bytes",
            "thread_counts", "url", "latency", "idle_time");

    /** The JVM options that a service gets everywhere, as an argument file; see java(1). There may be none. */
    Path jvmOptions(String module) {
        return repository.resolve(module).resolve("jvm-options");
    }

    private List<String> java(String module) {
        Path options = jvmOptions(module);
        return Files.exists(options) ? Java.command("@" + options) : Java.command();
    }

    List<String> serviceTwo(Experiment experiment) {
        List<String> command = java("service-two");
        command.addAll(List.of("-cp", jar("service-two"), "servicetwo.ServiceTwo", "--port", "0",
                "--delay", Integer.toString(experiment.delay()), "--stage-delay",
                Integer.toString(experiment.stageDelay())));
        if (experiment.authorizePermits() > 0) {
            command.addAll(List.of("--authorize-permits", Integer.toString(experiment.authorizePermits())));
        }
        command.addAll(experiment.faults().arguments());
        command.add("--until-stdin-closes");
        return command;
    }

    List<String> serviceOne(Contender contender, String serviceTwo) {
        List<String> command = java("service-one");
        command.addAll(contender.jvmOptions());
        command.addAll(List.of("-cp", jar("service-one"), "serviceone.ServiceOne", contender.mode()));
        command.addAll(List.of("--admin-port", "0"));      // where no page that somebody left open asks for figures
        command.addAll(contender.arguments());
        command.addAll(List.of("--port", "0", "--service-two", serviceTwo, "--until-stdin-closes"));
        return command;
    }

    ProcessBuilder command(Contender contender, int port, String serviceTwo) {
        return new ProcessBuilder(contender.command().stream()
                .map(word -> word.replace("{port}", Integer.toString(port))
                .replace("{service-two}", serviceTwo).replace("{java}", Java.executable())
                .replace("{repository}", repository.toString())).toList()).directory(repository.toFile());
    }

    /** JMeter, writing each sample at once, so that its file can be followed and is whole when it is ended. */
    ProcessBuilder jmeter(Slot slot, String address, Path jtl, Path log) {
        Experiment experiment = slot.experiment();
        Load load = slot.load();
        List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan(load, experiment).toString(),
                "-l", jtl.toString(), "-j", log.toString(), RemoteArguments.KEEP_CONNECTIONS,
                "-Jsummariser.name="));                        // none: nobody reads what it would print
        arguments.addAll(saved());
        arguments.addAll(asked(slot, address));
        arguments.addAll(load.isOpen() ? open(slot) : closed(load, slot));
        JmeterHeap heap = new JmeterHeap((int) load.amount() + experiment.slowSenders());
        ProcessBuilder builder = jmeter.command(arguments, heap);
        if (!slot.predicted().isCpuBound()) {      // which would leave nothing to who yields
            builder.command(yielding(builder.command()));
        }
        return builder.directory(new File(System.getProperty("java.io.tmpdir")));
    }

    /**
     * JMeter has a thread per user, what it measures may have two. Where they share cores, a fair scheduler would let
     * an event loop wait for a thousand users, and their requests would come in ever larger groups.
     */
    private static List<String> yielding(List<String> command) {
        List<String> niced = new ArrayList<>(List.of("nice", "-n", "19"));
        niced.addAll(command);
        return niced;
    }

    private static List<String> saved() {
        List<String> arguments = new ArrayList<>(List.of(SAVE + "output_format=csv", SAVE + "autoflush=true"));
        NOT_SAVED.forEach(column -> arguments.add(SAVE + column + "=false"));
        return arguments;
    }

    private static List<String> asked(Slot slot, String address) {
        int colon = address.lastIndexOf(':');
        Experiment experiment = slot.experiment();
        return List.of("-Jhost=" + address.substring(0, colon), "-Jport=" + address.substring(colon + 1),
                "-Jpath=" + slot.load().path(), "-Jtoken=" + experiment.token(), "-Jbody=" + experiment.body(),
                "-Jresponse_ms=" + slot.timing().patience());
    }

    /** Told to run far longer than it will: it is ended when the window is over. */
    private static List<String> closed(Load load, Slot slot) {
        long seconds = (slot.timing().warmup() + slot.timing().window()) / 1_000 + 300;
        return List.of("-Jusers=" + load.users(), "-Jrampup=" + slot.timing().rampup() / 1_000, "-Jseconds=" + seconds,
                "-Jslow_senders=" + slot.experiment().slowSenders());
    }

    /** It ends by itself: the requests that are still waiting when the last was sent belong to the figures. */
    private static List<String> open(Slot slot) {
        List<String> arguments = new ArrayList<>(AskedArrivals.of(slot).arguments());
        arguments.add("-Jjmeterengine.force.system.exit=true");     // else it stays for a minute after its last answer
        arguments.add("-Jdrain=" + slot.experiment().drain());
        return arguments;
    }

    Path plan(Load load, Experiment experiment) {
        return repository.resolve("jmeter").resolve(switch (load.kind()) {
            case CLOSED -> experiment.slowSenders() > 0 ? "experiments/slow-clients.jmx" : "plans/closed-loop.jmx";
            case OPEN -> "plans/open-loop.jmx";
            case BURST -> "experiments/burst.jmx";
        });
    }

    private String jar(String module) {
        return repository.resolve(".build").resolve(module + ".jar").toString();
    }
}
