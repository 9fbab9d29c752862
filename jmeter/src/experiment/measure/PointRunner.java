package experiment.measure;

import experiment.define.Experiment;
import experiment.define.Load;
import experiment.machine.UsageMeter;
import experiment.machine.YardstickProbe;
import experiment.predict.Prediction;
import experiment.statistics.Measurement;
import experiment.statistics.Requests;
import experiment.statistics.Run;
import experiment.statistics.Yardsticks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import process.Child;
import process.ProgramFailure;

/**
 * Makes one run: starts fresh programs, loads them, reads the JTL, and keeps it compressed. Used by the runner's
 * thread.
 */
final class PointRunner {
    private final Installation installation;
    private final Experiment experiment;
    private final Path jtls;
    private final Path logs;
    private final ExperimentProgress progress;

    PointRunner(Installation installation, Experiment experiment, Path folder, ExperimentProgress progress) throws IOException {
        this.installation = installation;
        this.experiment = experiment;
        this.progress = progress;
        this.jtls = Files.createDirectories(folder.resolve("jtl"));
        this.logs = Files.createDirectories(folder.resolve("logs"));
    }

    /** @throws RunFailure where the contender could not be measured */
    Run run(Order.Slot slot, Prediction predicted) throws IOException, InterruptedException {
        return new Run(slot.contender().name(), slot.load(), slot.repetition(), predicted, "", measure(slot, predicted));
    }

    private Measurement measure(Order.Slot slot, Prediction predicted)
            throws IOException, InterruptedException {
        String name = fileName(slot);
        Path jtl = jtls.resolve(name + ".jtl");
        Timing timing = Timing.of(experiment, slot.load(), predicted);
        progress.phase("starting", timing.longest(experiment, slot.load()).toMillis());
        Yardsticks yardsticks = YardstickProbe.ask();
        try {
            return measurement(load(slot, predicted, timing, jtl, name), slot.load(), predicted, jtl, yardsticks);
        } finally {
            Gzip.replace(jtl);
        }
    }

    private LoadPhase.Observed load(Order.Slot slot, Prediction predicted, Timing timing, Path jtl, String name)
            throws IOException, InterruptedException {
        try (Programs programs = Programs.start(installation, experiment, slot.contender(), logs, name);
                Child jmeter = startJmeter(programs.address(), slot.load(), timing, jtl, name)) {
            return new LoadPhase(programs, jmeter, experiment, slot.load(), predicted, timing, jtl, progress).run();
        }
    }

    private Child startJmeter(String address, Load load, Timing timing, Path jtl, String name) throws IOException {
        return Child.startGuarded("JMeter", installation.jmeter(experiment, load, address, timing, jtl,
                logs.resolve(name + ".jmeter.log")),
                0, logs.resolve(name + ".jmeter.out.log"));
    }

    private static Measurement measurement(LoadPhase.Observed observed, Load load, Prediction predicted, Path jtl,
            Yardsticks yardsticks)
            throws IOException {
        Edges edges = Edges.of(observed.from(), observed.to(), load, predicted, jtl);
        long from = edges.from();
        long to = edges.to();
        Requests requests = Window.read(jtl, from, to, load.kind());
        if (requests.answered() + requests.failed() == 0) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        UsageMeter meter = observed.meter();
        return new Measurement((to - from) / 1e3, requests, meter.serviceOne(observed.serviceOne(), from, to),
                meter.serviceTwo(observed.serviceTwo(), from, to), meter.generator(observed.generator(), from, to),
                meter.machine(from, to), observed.jvm(), Timeline.of(meter, jtl, from), yardsticks);
    }

    private static String fileName(Order.Slot slot) {
        Load load = slot.load();
        return (slot.contender().name() + load.path() + "-" + load.label().replace(",", ""))
                .replaceAll("[^A-Za-z0-9._]+", "-") + "-" + slot.repetition();
    }
}
