package load;

import module java.base;
import common.commandline.Tool.ExitCode;
import load.jtl.Summary;

/**
 * What a run prints at its end.
 *
 * @param userSeconds how long each user of a closed loop sends requests; 0 for any other load
 * @param expectation empty if nothing is known about the measured service
 */
record RunReport(RunFolder folder, int warmupSeconds, int userSeconds, Optional<Expectation> expectation) {

    /** @param made how many requests JMeter says it made */
    ExitCode print(PrintStream out, int jmeterExit, long made) throws IOException {
        boolean written = Files.exists(folder.samples()) && Files.size(folder.samples()) > 0;
        Summary summary = written ? Summary.of(folder.samples(), warmupSeconds, userSeconds) : null;
        long read = written ? summary.samples() : 0;
        if (read < made) {
            out.printf("no figures: JMeter made %,d requests, but samples.jtl has only %,d; "
                    + "is the disk full, or is there a limit on file size?%n", made, read);
            printFiles(out);
            return ExitCode.FAILED;
        }
        if (read == 0) {
            throw noSamples(jmeterExit);
        }
        summary.print(out);
        if (summary.hasFigures()) {
            expectation.ifPresent(each -> each.lines(summary.throughput(), summary.meanSeconds(), summary.errorShare())
                    .forEach(out::println));
        } else {
            out.println("no figures: the run ended within its warm-up of " + warmupSeconds
                    + " s; --warmup sets a shorter one");
        }
        printFiles(out);
        return summary.failed() || !summary.hasFigures() || jmeterExit != 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private void printFiles(PrintStream out) {
        out.println("samples    " + folder.samples());
        out.println("log        " + folder.log());
        Path dashboard = folder.dashboard().resolve("index.html");
        out.println("dashboard  " + (Files.exists(dashboard) ? dashboard : "none: see " + folder.output()));
    }

    private IOException noSamples(int jmeterExit) {
        Optional<String> error = first(folder.log(), line -> line.contains(" ERROR ")
                && !line.contains("Error generating the report"))      // a consequence: a report needs samples
                .or(() -> first(folder.output(), line -> line.contains("Error in")));
        Optional<String> cause = error.flatMap(_ -> first(folder.log(), line -> line.startsWith("Caused by: ")
                || line.endsWith("Engine is busy - please try later")));
        return new IOException("JMeter made no request (exit code " + jmeterExit + "): "
                + Stream.of(error, cause).flatMap(Optional::stream).map(line -> line + "; ")
                .collect(Collectors.joining())
                + "see " + folder.log() + " and " + folder.output());
    }

    private static Optional<String> first(Path file, Predicate<String> wanted) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {      // accepts any byte
            return lines.filter(wanted).findFirst().map(String::strip);
        } catch (IOException e) {
            return Optional.empty();      // JMeter ended before it wrote the file
        }
    }
}
