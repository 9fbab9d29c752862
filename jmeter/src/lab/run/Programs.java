package lab.run;

import module java.base;
import common.io.HostPort;
import process.Child.ProgramFailure;
import process.Child;

record Programs(RunningServiceTwo serviceTwo, RunningContender contender) implements AutoCloseable {
    static final class NotStarted extends ProgramFailure {
        private static final long serialVersionUID = 1L;

        NotStarted(ProgramFailure cause) {
            super(cause.getMessage());
            initCause(cause);
        }
    }

    /** @param files the path of their logs, without its ending */
    static Programs start(Installation installation, Slot slot, String files) throws IOException, InterruptedException {
        Optional<HostPort> running = installation.places().serviceTwo();
        RunningServiceTwo serviceTwo = running.isPresent() ? RunningServiceTwo.at(running.get(), slot.experiment())
                : RunningServiceTwo.start(installation.serviceTwo(slot),
                        Path.of(files + ".service-two.log"));
        try {
            return new Programs(serviceTwo, RunningContender.start(installation, slot, serviceTwo.address(),
                    Path.of(files + ".contender.log")));
        } catch (ProgramFailure e) {
            serviceTwo.close();
            throw new NotStarted(e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            serviceTwo.close();
            throw e;
        }
    }

    HostPort address() {
        return contender.address();
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
