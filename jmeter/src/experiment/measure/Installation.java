package experiment.measure;

import experiment.define.Contender;
import experiment.define.Experiment;
import experiment.define.Load;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jmeter.install.JmeterHome;
import process.Java;

/** Where everything is that a run starts, and the command lines for it. Immutable. */
public record Installation(Path repository, JmeterHome jmeter) {
    /** JMeter's own default holds some 4,000 users; beyond, each takes about a quarter of a MiB. */
    private static final int HEAP_MIB = 1024;
    private static final int USERS_PER_MIB = 4;

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
        int colon = address.lastIndexOf(':');
        Experiment experiment = slot.experiment();
        Load load = slot.load();
        List<String> arguments = new ArrayList<>(List.of("-n", "-t",
                plan(load, experiment).toString(), "-l", jtl.toString(), "-j", log.toString(),
                "-Jjmeter.save.saveservice.autoflush=true", "-Jjmeter.save.saveservice.output_format=csv",
                "-Jhost=" + address.substring(0, colon), "-Jport=" + address.substring(colon + 1),
                "-Jpath=" + load.path(), "-Jtoken=" + experiment.token(), "-Jbody=" + experiment.body(),
                "-Jresponse_ms=" + slot.timing().patience()));
        arguments.addAll(load.isOpen() ? open(slot) : closed(load, slot));
        ProcessBuilder builder = jmeter.command(arguments).directory(new File(System.getProperty("java.io.tmpdir")));
        if (System.getenv("HEAP") == null) {
            int heap = HEAP_MIB + (load.users() + experiment.slowSenders()) / USERS_PER_MIB;
            builder.command().add(builder.command().indexOf("-jar"), "-Xmx" + heap + "m");
        }
        return builder;
    }

    /** Told to run far longer than it will: it is ended when the window is over. */
    private static List<String> closed(Load load, Slot slot) {
        long seconds = (slot.timing().warmup() + slot.timing().window()) / 1_000 + 300;
        return List.of("-Jusers=" + load.users(), "-Jrampup=" + slot.timing().rampup() / 1_000, "-Jseconds=" + seconds,
                "-Jslow_senders=" + slot.experiment().slowSenders());
    }

    /** It ends by itself: the requests that are still waiting when the last was sent belong to the figures. */
    private static List<String> open(Slot slot) {
        long millis = slot.timing().warmup() + slot.timing().window() + Timing.ARRIVALS_AFTER;
        return List.of("-Jjmeterengine.force.system.exit=true",      // else it stays for a minute after its last answer
                "-Jrate=" + slot.load().amount(), "-Jseconds=" + millis / 1_000,
                "-Jdrain=" + slot.experiment().drain());
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
