package load;

import common.commandline.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import load.jtl.Summary;

/**
 * What is printed at the end of a run: its figures, what Little's law expected, and where everything is. Immutable;
 * used by the main thread.
 *
 * @param expectation empty where nothing is known of what was measured
 */
record RunReport(RunFolder folder, int warmupSeconds, Optional<Expectation> expectation) {

    /**
     * Prints it, and says how the run ended.
     *
     * @param made how many requests JMeter says it made
     */
    ExitCode print(PrintStream out, int jmeterExit, long made) throws IOException {
        boolean written = Files.exists(folder.samples()) && Files.size(folder.samples()) > 0;
        Summary summary = written ? Summary.of(folder.samples(), warmupSeconds) : null;
        long read = written ? summary.samples() : 0;
        if (read < made) {
            out.printf(Locale.ROOT, "no figures: of the %,d requests that JMeter made, samples.jtl has only %,d; "
                    + "is the disk full, or the size of files limited?%n", made, read);
            printPlaces(out);
            return ExitCode.FAILED;
        }
        if (read == 0) {
            throw withoutSamples(jmeterExit);
        }
        summary.print(out);
        if (summary.hasFigures()) {
            expectation.ifPresent(each -> each.lines(summary.throughput(), summary.meanSeconds(), summary.errorShare())
                    .forEach(out::println));
        } else {
            out.println("no figures: the run ended within its warm-up of " + warmupSeconds
                    + " s; --warmup takes another number");
        }
        printPlaces(out);
        return summary.failed() || !summary.hasFigures() || jmeterExit != 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private void printPlaces(PrintStream out) {
        out.println("samples    " + folder.samples());
        out.println("log        " + folder.log());
        Path dashboard = folder.dashboard().resolve("index.html");
        out.println("dashboard  " + (Files.exists(dashboard) ? dashboard : "none: see " + folder.output()));
    }

    private IOException withoutSamples(int jmeterExit) {
        String reason = JmeterLog.reason(folder);
        String key = reason.contains("SSL") || reason.contains("PKIX")
                ? "\nthe machines need the same jmeter/home/rmi-keystore.p12: copy one to all others" : "";
        return new IOException("JMeter made no request (exit code " + jmeterExit + "): " + reason + key);
    }
}
