package lab.run;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.Measurement;
import lab.judge.Run.Requests;
import lab.judge.Run.WarmUp;
import lab.judge.Run.Yardsticks;
import lab.run.UsageMeter.Part;
import load.SentArrivals.Schedule;
import load.install.FileTree;
import load.jtl.Jtl;

/** Makes one run: starts fresh programs, loads them, reads the JTL, and keeps it compressed. */
final class PointRunner {
    private final Installation installation;
    private final Path jtls;
    private final Path logs;
    private final ExperimentProgress progress;
    private final RunObserver observer;

    PointRunner(Installation installation, Path folder, ExperimentProgress progress, RunObserver observer)
            throws IOException {
        this.installation = installation;
        this.progress = progress;
        this.observer = observer;
        this.jtls = Files.createDirectories(folder.resolve("jtl"));
        this.logs = Files.createDirectories(folder.resolve("logs"));
    }

    /** @throws ProgramFailure where the contender could not be measured */
    Measurement run(Slot slot) throws IOException, InterruptedException {
        Path jtl = jtls.resolve(slot.fileName() + ".jtl");
        progress.phase("starting service two, it and JMeter", slot.longest().toMillis());
        Yardsticks yardsticks = YardstickProbe.ask();
        Path empty = Files.createTempDirectory(logs, "empty");      // which only we can enter
        try {
            return load(slot, jtl, empty, yardsticks);
        } finally {
            FileTree.delete(empty);
            compress(jtl);
        }
    }

    private Measurement load(Slot slot, Path jtl, Path empty, Yardsticks yardsticks)
            throws IOException, InterruptedException {
        WarmUp warmUp;
        LoadPhase.Observed observed;
        Generator generator;
        try (Programs programs = Programs.start(installation, slot, logs)) {
            observer.ready(programs.contender(), programs.address());
            warmUp = warmUp(programs, slot);
            ProcessBuilder jmeter = installation.jmeter(slot, programs.address(), jtl,
                    logs.resolve(slot.fileName() + ".jmeter.log"), empty);
            generator = Generator.start(installation.places().generators(), jmeter, jtl,
                    logs.resolve(slot.fileName() + ".jmeter.out.log"));
            try (generator) {
                observed = new LoadPhase(programs, generator, slot, jtl, progress, observer, warmUp.requests() > 0)
                        .run();
                if (slot.contender().isCommand()) {
                    programs.checkPort();        // again: it may have become a daemon
                }
            }
        }
        Jtl.checkWhole(jtl);
        return measurement(slot, jtl, yardsticks, warmUp, observed, generator);
    }

    private WarmUp warmUp(Programs programs, Slot slot) throws ProgramFailure, InterruptedException {
        if (slot.timing().work() == 0) {
            return WarmUp.NONE;
        }
        return new WarmingUp(programs.contender(), programs.serviceTwo(), slot, (requests, millis) -> {
            programs.checkAlive("warming up by work");
            progress.phase(String.format(Locale.ROOT, "warming up by work, %,d requests", requests),
                    slot.longest().toMillis() - millis);
        }).run(programs.address());
    }

    /** Puts FILE.gz in the place of FILE, where that exists. */
    private static void compress(Path file) throws IOException {
        if (Files.exists(file)) {
            Path compressed = file.resolveSibling(file.getFileName() + ".gz");
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
                Files.copy(file, out);
            }
            Files.delete(file);
        }
    }

    private Measurement measurement(Slot slot, Path jtl, Yardsticks yardsticks, WarmUp warmUp,
            LoadPhase.Observed observed, Generator generator) throws IOException {
        Places places = installation.places();
        // Other machines draw arrivals of their own.
        Optional<Schedule> schedule = slot.load().isOpen() && !places.generators().areElsewhere()
                ? Optional.of(slot.arrivals()) : Optional.empty();
        Samples samples = Samples.read(jtl, slot.load(), schedule);
        Samples.Edges window = samples.edges(observed.from(), observed.to(), slot.predicted());
        long from = window.from();
        long to = window.to();
        Requests requests = samples.requests(window);
        if (requests.answered() + requests.failed() == 0) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        UsageMeter meter = observed.meter();
        return new Measurement((to - from) / 1e3, requests, meter.usage(Part.SERVICE_ONE, from, to),
                meter.usage(Part.SERVICE_TWO, from, to), meter.usage(Part.GENERATOR, from, to), meter.machine(from, to),
                observed.jvm(), samples.ticks(meter, from), yardsticks,
                new Elsewhere(places.isServiceTwoElsewhere(), generator.machines(from, to)),
                observed.work().between(from, to), meter.compilation(from, to), warmUp);
    }
}
