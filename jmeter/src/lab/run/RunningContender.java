package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Contender.Command;
import experiment.Contender.Kind;
import experiment.Contender.Running;
import experiment.Contender.ServiceOne;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import process.Child.ProgramFailure;
import process.Child;
import process.ListeningProcesses;

/** How each kind of contender starts, where it listens, and which processes are measured. */
record RunningContender(Kind kind, Child child, HostPort address) implements AutoCloseable {
    private static final int TLS_MILLIS = 2_000;

    static RunningContender start(Installation installation, Slot slot, HostPort serviceTwo, Path log)
            throws IOException, InterruptedException {
        String name = slot.contender().name();
        int seconds = slot.experiment().window().startTimeout();
        return switch (slot.contender().kind()) {
            case ServiceOne one -> {
                Child child = Child.ready(name, installation.serviceOne(one, serviceTwo), log, seconds);
                yield new RunningContender(one, child, child.address());
            }
            case Running _ -> throw new ProgramFailure("./run.sh jmeter measures what runs already");
            case Command own -> {
                HostPort free = Child.freeAddress(installation.places().bind());
                ProcessBuilder command = installation.command(own, free.port(), serviceTwo);
                Child child = new Child(name, command, log, _ -> { }, Child.Option.GUARDED, Child.Option.HAS_GRACE);
                yield new RunningContender(own, child, free).listening(seconds);
            }
        };
    }

    private RunningContender listening(int seconds) throws IOException, InterruptedException {
        try {
            awaitPort(seconds);
            checkPort();
            return this;
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void awaitPort(int seconds) throws ProgramFailure, InterruptedException {
        try {
            child.awaitPort(address, seconds);
        } catch (ProgramFailure e) {
            child.checkAlive();
            throw new ProgramFailure(e.getMessage() + (isOneOf(ListeningProcesses.at(address.port()))
                    ? ". It listens there at another address: have it listen at " + address.host()
                    : ". If it only starts slowly, use --start-timeout"));
        }
    }

    private boolean isOneOf(List<ProcessHandle> listening) {
        return !Collections.disjoint(listening, child.processes());
    }

    /**
     * Only a command and its child processes are measured.
     *
     * @throws ProgramFailure if another process, such as a daemon or another user's, is the server
     */
    void checkPort() throws ProgramFailure, InterruptedException {
        if (!(kind instanceof Command)) {
            return;
        }
        child.checkAlive();
        List<ProcessHandle> listening = ListeningProcesses.at(address.port());
        if (!isOneOf(listening)) {
            String named = listening.stream().findFirst().map(process -> "process " + process.pid()
                    + process.info().command().map(command -> " (" + command + ")").orElse(""))
                    .orElse("a process that this user may not inspect");
            throw new ProgramFailure("the contender's port is open in " + named + ", which is neither the "
                    + "command nor one of its child processes. Its CPU time and memory cannot be counted, and it may "
                    + "still be running. Keep the command in the foreground: no daemon, no setsid, no container");
        }
    }

    List<ProcessHandle> processes() {
        return child.processes();
    }

    void checkAlive() throws ProgramFailure, InterruptedException {
        child.checkAlive();
    }

    boolean speaksTls() {
        try (Socket socket = address.connected(TLS_MILLIS)) {
            SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
            ((SSLSocket) factory.createSocket(socket, address.host(), address.port(), true)).startHandshake();
            return true;
        } catch (SSLHandshakeException e) {
            return !(e.getCause() instanceof EOFException);      // an alert, or a certificate that is not trusted
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        child.close();
    }
}
