package lab.run;

import common.process.ProgramFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.Measurement;
import lab.judge.Run.Requests;
import lab.judge.Run.WarmUp;
import lab.judge.Run.Yardsticks;
import lab.run.UsageMeter.Part;
import load.install.FileTree;
import load.jtl.Jtl;

/**
 * Makes one run: starts fresh programs, loads them, reads the JTL, and keeps it compressed. Used by the runner's
 * thread.
 */
final class PointRunner {
    /** What is known of a run when its programs have ended. */
    private record Loaded(WarmUp warmUp, LoadPhase.Observed observed) {
    }

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
        Loaded loaded;
        Generator generator;
        try (Programs programs = Programs.start(installation, slot, logs)) {
            observer.ready(programs.contender(), programs.address());
            WarmUp warmUp = warmUp(programs, slot);
            generator = generator(slot, programs.address(), jtl, empty);
            try (generator) {
                loaded = new Loaded(warmUp, new LoadPhase(programs, generator, slot, jtl, progress, observer,
                        warmUp.requests() > 0).run());
                if (slot.contender().isCommand()) {
                    programs.checkPort();        // again: it may have become a daemon
                }
            }
        }
        return measurement(loaded, generator, slot, jtl, yardsticks);
    }

    private Generator generator(Slot slot, String address, Path jtl, Path empty)
            throws IOException, InterruptedException {
        ProcessBuilder jmeter =
                installation.jmeter(slot, address, jtl, logs.resolve(slot.fileName() + ".jmeter.log"), empty);
        return installation.places().generators()
                .start(jmeter, jtl, logs.resolve(slot.fileName() + ".jmeter.out.log"));
    }

    private WarmUp warmUp(Programs programs, Slot slot) throws ProgramFailure, InterruptedException {
        long limit = slot.timing().work();
        return limit == 0 ? WarmUp.NONE : new WarmingUp(programs.contender(), programs.serviceTwoAddress(),
                slot.experiment(), (requests, millis) -> {
                    programs.checkAlive("warming up by work");
                    progress.phase(String.format(Locale.ROOT, "warming up by work, %,d requests", requests),
                            slot.longest().toMillis() - millis);
                }).run(programs.address(), slot.contender(), slot.load(), slot.predicted(), limit);
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

    private Measurement measurement(Loaded loaded, Generator generator, Slot slot, Path jtl,
            Yardsticks yardsticks) throws IOException {
        Jtl.checkWhole(jtl);
        LoadPhase.Observed observed = loaded.observed();
        Edges edges = Edges.of(observed.from(), observed.to(), slot.load(), slot.predicted(), jtl);
        long from = edges.from();
        long to = edges.to();
        Requests requests = Window.read(jtl, from, to, slot.load().kind());
        if (!installation.places().generators().isElsewhere()) {     // else each draws arrivals of its own
            requests = AskedArrivals.judged(requests, slot, jtl, edges);
        }
        if (requests.answered() + requests.failed() == 0) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        UsageMeter meter = observed.meter();
        return new Measurement((to - from) / 1e3, requests, meter.usage(Part.SERVICE_ONE, from, to),
                meter.usage(Part.SERVICE_TWO, from, to), meter.usage(Part.GENERATOR, from, to), meter.machine(from, to),
                observed.jvm(), Timeline.of(meter, jtl, from), yardsticks,
                new Elsewhere(installation.places().serviceTwo().isElsewhere(), generator.machines(from, to)),
                observed.work().between(from, to), meter.compilation(from, to), loaded.warmUp());
    }
}
