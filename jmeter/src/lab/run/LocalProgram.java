package lab.run;

import common.process.Child;
import common.process.ProgramFailure;
import java.io.IOException;
import java.util.List;

/** A program that was started on this machine, which the kernel tells about. Owns the process. */
public record LocalProgram(Child child) implements Program {
    @Override
    public List<ProcessHandle> processes() {
        return child.processes();
    }

    @Override
    public double cpuSeconds() {
        List<ProcessHandle> processes = processes();
        return processes.isEmpty() ? Double.NaN : processes.stream().mapToDouble(CpuClock::seconds).sum();
    }

    @Override
    public Footprint footprint() {
        return Footprint.of(child);
    }

    @Override
    public void checkAlive() throws ProgramFailure, InterruptedException {
        child.checkAlive();
    }

    @Override
    public void close() throws IOException {
        child.close();
    }
}
