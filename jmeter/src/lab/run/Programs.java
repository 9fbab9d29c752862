package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Contender;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import process.Child.ProgramFailure;
import process.Child;
import process.ListeningProcesses;

record Programs(RunningServiceTwo serviceTwo, Child contender, HostPort address) implements AutoCloseable {
    private static final int TLS_MILLIS = 2_000;
    private static final long COMMAND_GRACE_MILLIS = 4_000;         // the grace period of Child's guard, plus a second

    static final class NotStarted extends ProgramFailure {
        private static final long serialVersionUID = 1L;

        NotStarted(ProgramFailure cause) {
            super(cause.getMessage());
            initCause(cause);
        }
    }

    static Programs start(Installation installation, Slot slot, Path logs) throws IOException, InterruptedException {
        Optional<HostPort> running = installation.places().serviceTwo();
        RunningServiceTwo serviceTwo = running.isPresent() ? RunningServiceTwo.at(running.get(), slot.experiment())
                : RunningServiceTwo.start(installation.serviceTwo(slot),
                        logs.resolve(slot.fileName() + ".service-two.log"));
        try {
            return start(installation, serviceTwo, slot.contender(), slot.experiment().window().startTimeout(),
                    logs.resolve(slot.fileName() + ".contender.log"));
        } catch (ProgramFailure e) {
            serviceTwo.close();
            throw new NotStarted(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            serviceTwo.close();
            throw e;
        }
    }

    private static Programs start(Installation installation, RunningServiceTwo serviceTwo, Contender wanted,
            int seconds, Path log) throws IOException, InterruptedException {
        HostPort free = Child.freeAddress(installation.places().bind());
        Child contender = !wanted.isCommand()
                ? Child.start(wanted.name(), installation.serviceOne(wanted, serviceTwo.address()), log)
                : Child.startGuarded(wanted.name(), installation.command(wanted, free.port(), serviceTwo.address()),
                        COMMAND_GRACE_MILLIS, log);
        try {
            if (!wanted.isCommand()) {
                HostPort announced = HostPort.parse(contender.awaitAddress(seconds)).orElseThrow();
                return new Programs(serviceTwo, contender, announced);
            }
            awaitPort(contender, free, seconds);
            Programs started = new Programs(serviceTwo, contender, free);
            started.checkPort();
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            contender.close();
            throw e;
        }
    }

    private static void awaitPort(Child contender, HostPort at, int seconds)
            throws ProgramFailure, InterruptedException {
        try {
            contender.awaitPort(at.host(), at.port(), seconds);
        } catch (ProgramFailure e) {
            contender.checkAlive();
            List<ProcessHandle> listening = ListeningProcesses.at(at.port());
            throw new ProgramFailure(e.getMessage() + (!Collections.disjoint(listening, contender.processes())
                    ? ". It listens there at another address: have it listen at " + at.host()
                    : ". If it only starts slowly, use --start-timeout"));
        }
    }

    /**
     * Only the command and its child processes are measured.
     *
     * @throws ProgramFailure if another process, such as a daemon or another user's, is the server
     */
    void checkPort() throws ProgramFailure, InterruptedException {
        contender.checkAlive();
        List<ProcessHandle> listening = ListeningProcesses.at(address.port());
        if (Collections.disjoint(listening, contender.processes())) {
            String named = listening.stream().findFirst().map(process -> "process " + process.pid()
                    + process.info().command().map(command -> " (" + command + ")").orElse(""))
                    .orElse("a process that this user may not inspect");
            throw new ProgramFailure("the contender's port is open in " + named + ", which is neither the "
                    + "command nor one of its child processes. Its CPU time and memory cannot be counted, and it may "
                    + "still be running. Keep the command in the foreground: no daemon, no setsid, no container");
        }
    }

    boolean speaksTls() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.host(), address.port()), TLS_MILLIS);
            socket.setSoTimeout(TLS_MILLIS);
            SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
            ((SSLSocket) factory.createSocket(socket, address.host(), address.port(), true)).startHandshake();
            return true;
        } catch (SSLHandshakeException e) {
            return !(e.getCause() instanceof EOFException);      // an alert, or a certificate that is not trusted
        } catch (IOException e) {
            return false;
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
