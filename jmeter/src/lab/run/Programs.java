package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import lab.define.Contender;
import process.Child.ProgramFailure;
import process.Child;
import process.ListeningProcesses;

record Programs(RunningServiceTwo serviceTwo, Child contender, HostPort address) implements AutoCloseable {
    private static final int READY_SECONDS = 30;
    private static final long COMMAND_GRACE_MILLIS = 4_000;         // the grace period of Child's guard, plus a second

    static final class NotStarted extends ProgramFailure {
        private static final long serialVersionUID = 1L;

        private NotStarted(ProgramFailure cause) {
            super(cause.getMessage());
            initCause(cause);
        }
    }

    static Programs start(Installation installation, Slot slot, Path logs) throws IOException, InterruptedException {
        Optional<HostPort> running = installation.places().serviceTwo();
        RunningServiceTwo serviceTwo = running.isPresent()
                ? RunningServiceTwo.at(running.get(), slot.experiment())
                : RunningServiceTwo.start(installation.serviceTwo(slot),
                        logs.resolve(slot.fileName() + ".service-two.log"));
        try {
            return start(installation, serviceTwo, slot.contender(), logs.resolve(slot.fileName() + ".contender.log"));
        } catch (ProgramFailure e) {
            serviceTwo.close();
            throw new NotStarted(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            serviceTwo.close();
            throw e;
        }
    }

    private static Programs start(Installation installation, RunningServiceTwo serviceTwo, Contender wanted, Path log)
            throws IOException, InterruptedException {
        HostPort free = Child.freeAddress(installation.places().bind());
        Child contender = !wanted.isCommand()
                ? Child.start(wanted.name(), installation.serviceOne(wanted, serviceTwo.address()), log)
                : Child.startGuarded(wanted.name(), installation.command(wanted, free.port(), serviceTwo.address()),
                        COMMAND_GRACE_MILLIS, log);
        try {
            if (!wanted.isCommand()) {
                HostPort announced = HostPort.parse(contender.awaitAddress(READY_SECONDS)).orElseThrow();
                return new Programs(serviceTwo, contender, announced);
            }
            contender.awaitPort(free.host(), free.port(), READY_SECONDS);
            Programs started = new Programs(serviceTwo, contender, free);
            started.checkPort();
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            contender.close();
            throw e;
        }
    }

    /**
     * Only the command and its child processes are measured.
     *
     * @throws ProgramFailure if another process, such as a daemon, is the server
     */
    void checkPort() throws ProgramFailure, InterruptedException {
        List<ProcessHandle> listening = ListeningProcesses.at(address.port());
        if (!listening.isEmpty() && Collections.disjoint(listening, contender.processes())) {
            ProcessHandle process = listening.getFirst();
            String named = process.info().command().map(command -> " (" + command + ")").orElse("");
            throw new ProgramFailure("the contender's port is open in process " + process.pid() + named + ", "
                    + "which is neither the command nor one of its child processes. Its CPU time and memory cannot be "
                    + "counted, and it may still be running. Keep the command in the foreground: no daemon, "
                    + "no setsid, no container");
        }
    }

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
            contender.close();
        }
    }
}
