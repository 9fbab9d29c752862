package lab.run;

import module java.base;
import common.http.MessageParser.MessageException;
import experiment.Load;
import experiment.Run.Beside;
import experiment.Run.Costs;
import experiment.Run.Elsewhere;
import experiment.Run.Measurement;
import experiment.Run.Requests;
import experiment.Run.WarmUp;
import load.jtl.Jtl;
import machine.HeapProbe;
import lab.run.UsageMeter.Part;
import process.Child.ProgramFailure;
import process.Time;

/** Starts a run's programs, puts the load on the contender, and takes the figures from what was recorded. */
record OneRun(Installation installation, Path logs, RunObserver observer, Set<String> notes)
        implements Rounds.Measurer {

    @Override
    public Measurement measure(Slot slot, Path jtl) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        observer.phase("starting all programs", slot.longestDuration().toMillis());
        WarmUp warmUp;
        LoadPhase.Observed observed;
        try (Programs programs = Programs.start(installation, slot, logs);
                HeapProbe heap = heapProbe(slot, programs)) {
            observer.ready(programs.address());
            warmUp = slot.timing().work() == 0 ? WarmUp.NONE : new WarmingUp(programs, slot, observer, Time.REAL).run();
            Path log = logs.resolve(slot.fileName() + ".jmeter.log");
            ProcessBuilder jmeter = installation.jmeter(slot, programs.address(), jtl, log);
            try (Generator generator = Generator.start(installation.places().generators(), jmeter, jtl,
                    logs.resolve(slot.fileName() + ".jmeter.out.log"))) {
                observed = new LoadPhase(programs, generator, slot, observer, warmUp.requests() > 0, heap,
                        Time.REAL).run();
                programs.contender().checkPort();
                if (slot.experiment().workload().plan().isPresent()) {
                    OwnPlan.check(slot, programs.address(), installation.places().generators().machines(),
                            new Samples.Edges(observed.from(), observed.to()), jtl, log).ifPresent(notes::add);
                }
            }
        }
        Jtl.checkWhole(jtl);
        return measurement(slot, jtl, warmUp, observed);
    }

    private static HeapProbe heapProbe(Slot slot, Programs programs) throws IOException, InterruptedException {
        if (!slot.experiment().window().heapProbe()) {
            return HeapProbe.NONE;
        }
        try {
            Callers.ask(programs.address(), slot);
        } catch (IOException | MessageException e) {
            throw new ProgramFailure("the first request was not answered: " + e);
        }
        return HeapProbe.open(programs.contender().processes());
    }

    Measurement measurement(Slot slot, Path jtl, WarmUp warmUp, LoadPhase.Observed observed)
            throws IOException {
        Places places = installation.places();
        Samples samples = samples(slot, jtl, slot.load());
        Samples.Edges window = samples.edges(observed.from(), observed.to(), slot.predicted());
        long from = window.from();
        long to = window.to();
        Requests requests = samples.requests(window, slot.experiment().claims().deadline().orElse(Double.NaN));
        if (requests.answered() + requests.failed() == 0) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        UsageMeter meter = observed.meter();
        return new Measurement((to - from) / 1e3, requests, meter.usage(Part.SERVICE_ONE, from, to),
                meter.usage(Part.SERVICE_TWO, from, to), meter.usage(Part.GENERATOR, from, to), meter.machine(from, to),
                observed.jvm(), samples.ticks(meter, from),
                new Elsewhere(places.isServiceTwoRemote(), observed.generator().machines(from, to)),
                observed.serviceTwo().work(from, to, observed.sample()), meter.compilation(from, to), warmUp,
                new Costs(meter.kernel(from, to), observed.heap().allocated(from, to), observed.heap().idle(),
                        meter.losesChildren(to)),
                slot.experiment().beside().isEmpty() ? null : beside(slot, jtl, observed));
    }

    private Beside beside(Slot slot, Path jtl, LoadPhase.Observed observed) throws IOException {
        Load load = slot.experiment().beside().orElseThrow();
        Samples samples = samples(slot, jtl, load);
        Samples.Edges window = samples.edges(observed.from(), observed.to(), slot.beside());
        return new Beside(load, slot.beside(), (window.to() - window.from()) / 1e3,
                samples.requests(window, slot.experiment().claims().deadline().orElse(Double.NaN)));
    }

    /** Remote generators draw their own random arrivals. */
    private Samples samples(Slot slot, Path jtl, Load load) throws IOException {
        return Samples.read(jtl, load, SecondLoad.requests(slot.experiment(), slot.isBeside(load)),
                load.isOpen() && !installation.places().generators().areRemote() ? Optional.of(slot.arrivals(load))
                : Optional.empty());
    }
}
