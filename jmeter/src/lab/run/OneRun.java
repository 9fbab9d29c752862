package lab.run;

import module java.base;
import common.http.MessageParser.MessageException;
import experiment.Load;
import experiment.Run.Beside;
import experiment.Run.Measurement;
import experiment.Run.Requests;
import experiment.Run.WarmUp;
import load.RemoteServers;
import load.jtl.Jtl;
import machine.HeapProbe;
import process.Child.ProgramFailure;
import process.Time;

/** Starts a run's programs, puts the load on the contender, and takes the figures from what was recorded. */
record OneRun(Installation installation, Path logs, RunObserver observer, Set<String> notes)
        implements Measurer {

    @Override
    public Measurement measure(Slot slot, Path jtl) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        String files = logs.resolve(jtl.getFileName()).toString().replaceFirst("\\.jtl$", "");
        observer.phase("starting all programs", slot.longestDuration().toMillis());
        WarmUp warmUp;
        Observed observed;
        try (Programs programs = Programs.start(installation, slot, files);
                HeapProbe heap = heapProbe(slot, programs)) {
            observer.ready(programs.address());
            warmUp = slot.timing().work() == 0 ? WarmUp.NONE
                    : new WarmingUp(programs, slot, observer, Time.REAL).run();
            observed = load(slot, jtl, files, programs, heap, warmUp.requests() > 0);
        }
        Jtl.checkWhole(jtl);
        return measurement(slot, jtl, warmUp, observed);
    }

    private Observed load(
            Slot slot, Path jtl, String files, Programs programs, HeapProbe heap, boolean isWarm)
            throws IOException, InterruptedException {
        Path log = Path.of(files + ".jmeter.log");
        Path output = Path.of(files + ".jmeter.out.log");
        RemoteServers generators = installation.places().generators();
        ProcessBuilder jmeter = installation.jmeter(slot, programs.address(), jtl, log);
        try (Generator generator = Generator.start(generators.addresses(), jmeter, jtl, output)) {
            Observed observed =
                    new LoadPhase(programs, generator, slot, observer, isWarm, heap, Time.REAL).run();
            programs.contender().checkPort();
            if (slot.experiment().workload().plan().isPresent()) {
                OwnPlan.check(
                        slot,
                        programs.address(),
                        generators.machines(),
                        new Samples.Edges(observed.from(), observed.to()),
                        jtl,
                        log)
                        .ifPresent(notes::add);
            }
            return observed;
        }
    }

    private static HeapProbe heapProbe(Slot slot, Programs programs) throws IOException, InterruptedException {
        if (!slot.experiment().window().heapProbe()) {
            return HeapProbe.NONE;
        }
        try {
            new OneRequest(programs.address(), slot).ask();
        } catch (IOException | MessageException e) {
            throw new ProgramFailure("the first request was not answered: " + e);
        }
        return HeapProbe.open(programs.contender().processes());
    }

    Measurement measurement(Slot slot, Path jtl, WarmUp warmUp, Observed observed) throws IOException {
        Samples samples = samples(slot, jtl, slot.load());
        Samples.Edges window = samples.edges(observed.from(), observed.to(), slot.predicted());
        Requests requests = samples.requests(window, deadline(slot));
        if (requests.answered() + requests.failed() == 0) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        return observed.measurement(
                window,
                requests,
                samples.ticks(observed.meter(), window.from()),
                warmUp,
                beside(slot, jtl, observed));
    }

    /** Null without a second load. */
    private Beside beside(Slot slot, Path jtl, Observed observed) throws IOException {
        if (slot.experiment().beside().isEmpty()) {
            return null;
        }
        Load load = slot.experiment().beside().get();
        Samples samples = samples(slot, jtl, load);
        Samples.Edges window = samples.edges(observed.from(), observed.to(), slot.beside());
        return new Beside(
                load,
                slot.beside(),
                window.seconds(),
                samples.requests(window, deadline(slot)));
    }

    private static double deadline(Slot slot) {
        return slot.experiment().claims().deadline().orElse(Double.NaN);
    }

    /** Remote generators draw their own random arrivals. */
    private Samples samples(Slot slot, Path jtl, Load load) throws IOException {
        boolean isScheduled = load.isOpen() && !installation.places().generators().exist();
        return Samples.read(
                jtl,
                load,
                SecondLoad.requests(slot.experiment(), slot.isBeside(load)),
                isScheduled ? Optional.of(slot.arrivals(load)) : Optional.empty());
    }
}
