package lab.run;

import common.io.HostPort;
import common.process.Child;
import common.process.ListeningProcesses;
import common.process.ProgramFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import lab.define.Contender;

/**
 * Service two and the contender of one run, ready. Owns what was started for the run; closing it ends that. Used by the
 * runner's thread.
 */
final class Programs implements AutoCloseable {
    private static final int READY_SECONDS = 30;
    private static final long COMMAND_GRACE_MILLIS = 4_000;         // the guard's own, and a second more

    private final ServiceTwoPlace.Ready serviceTwo;
    private Child contender;
    private String address;

    private Programs(ServiceTwoPlace.Ready serviceTwo) {
        this.serviceTwo = serviceTwo;
    }

    static Programs start(Installation installation, Slot slot, Path logs) throws IOException, InterruptedException {
        Programs programs = new Programs(installation.places().serviceTwo().start(
                installation.serviceTwo(slot), slot.experiment(),
                logs.resolve(slot.fileName() + ".service-two.log")));
        try {
            programs.startContender(installation, slot.contender(), programs.serviceTwo.address(),
                    logs.resolve(slot.fileName() + ".contender.log"));
            return programs;
        } catch (IOException | InterruptedException | RuntimeException e) {
            programs.close();
            throw e;
        }
    }

    private void startContender(Installation installation, Contender wanted, String serviceTwoAddress, Path log)
            throws IOException, NotStarted, InterruptedException {
        try {
            startAndAwait(installation, wanted, serviceTwoAddress, log);
        } catch (ProgramFailure e) {
            throw new NotStarted(e);
        }
    }

    private void startAndAwait(Installation installation, Contender wanted, String serviceTwoAddress, Path log)
            throws IOException, InterruptedException {
        if (wanted.isCommand()) {
            HostPort free = HostPort.free(installation.places().bind());
            contender = Child.startGuarded(wanted.name(), installation.command(wanted, free.port(), serviceTwoAddress),
                    COMMAND_GRACE_MILLIS, log);
            contender.awaitPort(free.host(), free.port(), READY_SECONDS);
            address = free.toString();
            checkPort();
        } else {
            contender = Child.start(wanted.name(), installation.serviceOne(wanted, serviceTwoAddress), log);
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

    /** HOST:PORT that the contender calls. */
    String serviceTwoAddress() {
        return serviceTwo.address();
    }

    Child contender() {
        return contender;
    }

    Program serviceTwo() {
        return serviceTwo.program();
    }

    void checkAlive() throws ProgramFailure, InterruptedException {
        contender.checkAlive();
        serviceTwo.program().checkAlive();
    }

    /** @param phase that the message is to name */
    void checkAlive(String phase) throws ProgramFailure, InterruptedException {
        try {
            checkAlive();
        } catch (ProgramFailure e) {
            throw new ProgramFailure("while " + phase + ", " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        try (Program _ = serviceTwo.program()) {
            if (contender != null) {
                contender.close();
            }
        }
    }
}
