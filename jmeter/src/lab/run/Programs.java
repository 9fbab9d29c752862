package lab.run;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import common.process.ListeningProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import lab.define.Contender;

/** Service two and the contender of one run, ready. Closing it ends what was started for the run. */
final class Programs implements AutoCloseable {
    private static final int READY_SECONDS = 30;
    private static final long COMMAND_GRACE_MILLIS = 4_000;         // the guard's own, and a second more

    /** A contender did not start, or was not ready in time; no load was put on it. */
    static final class NotStarted extends ProgramFailure {
        private static final long serialVersionUID = 1L;

        private NotStarted(ProgramFailure cause) {
            super(cause.getMessage());
            initCause(cause);
        }
    }

    private final RunningServiceTwo serviceTwo;
    private Child contender;
    private String address;

    private Programs(RunningServiceTwo serviceTwo) {
        this.serviceTwo = serviceTwo;
    }

    static Programs start(Installation installation, Slot slot, Path logs) throws IOException, InterruptedException {
        Optional<HostPort> elsewhere = installation.places().serviceTwo();      // it may be another than a run before
        Programs programs = new Programs(elsewhere.isPresent()
                ? RunningServiceTwo.at(elsewhere.get(), slot.experiment())
                : RunningServiceTwo.start(installation.serviceTwo(slot),
                        logs.resolve(slot.fileName() + ".service-two.log")));
        try {
            programs.startContender(installation, slot.contender(), logs.resolve(slot.fileName() + ".contender.log"));
            return programs;
        } catch (ProgramFailure e) {
            programs.close();
            throw new NotStarted(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            programs.close();
            throw e;
        }
    }

    private void startContender(Installation installation, Contender wanted, Path log)
            throws IOException, InterruptedException {
        String calls = serviceTwo.address().toString();
        if (wanted.isCommand()) {
            HostPort free = HostPort.free(installation.places().bind());
            contender = Child.startGuarded(wanted.name(), installation.command(wanted, free.port(), calls),
                    COMMAND_GRACE_MILLIS, log);
            contender.awaitPort(free.host(), free.port(), READY_SECONDS);
            address = free.toString();
            checkPort();
        } else {
            contender = Child.start(wanted.name(), installation.serviceOne(wanted, calls), log);
            address = contender.awaitAddress(READY_SECONDS);
        }
    }

    /**
     * What a contender costs is counted in the command and the processes below it: so it is one of these that answers.
     *
     * @throws ProgramFailure where the server is another one's child, as a daemon is
     */
    void checkPort() throws ProgramFailure, InterruptedException {
        List<ProcessHandle> listening = ListeningProcesses.at(HostPort.parse(address).orElseThrow().port());
        if (!listening.isEmpty() && Collections.disjoint(listening, contender.processes())) {
            throw new ProgramFailure("its port is open in " + described(listening.getFirst()) + ", which is neither the"
                    + " command nor a process below it, so its CPU time and memory could not be counted; it may still"
                    + " be running. Let the command stay in the foreground: no daemon, no setsid, no container");
        }
    }

    private static String described(ProcessHandle process) {
        return "process " + process.pid() + process.info().command().map(command -> " (" + command + ")").orElse("");
    }

    /** HOST:PORT that the load is for. */
    String address() {
        return address;
    }

    Child contender() {
        return contender;
    }

    RunningServiceTwo serviceTwo() {
        return serviceTwo;
    }

    /** @param phase that the message is to name */
    void checkAlive(String phase, Child... others) throws ProgramFailure, InterruptedException {
        try {
            contender.checkAlive();
            serviceTwo.checkAlive();
            for (Child other : others) {
                other.checkAlive();
            }
        } catch (ProgramFailure e) {
            throw new ProgramFailure("while " + phase + ", " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        try (serviceTwo) {
            if (contender != null) {
                contender.close();
            }
        }
    }
}
