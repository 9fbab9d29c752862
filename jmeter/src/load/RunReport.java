package load;

import module java.base;
import common.commandline.Tool.ExitCode;
import load.jtl.Summary;

/**
 * What a run prints at its end.
 *
 * @param load        of all JMeters; empty if unknown
 * @param expectation empty if nothing is known about the measured service
 * @param keepsConnections unless the user wanted a connection for each request
 */
record RunReport(RunFolder folder, TestPlan plan, int warmupSeconds, Optional<PlannedLoad> load,
        Optional<Expectation> expectation, boolean keepsConnections) {
    /** A greater exit code means that a signal ended JMeter. */
    static final int SIGNAL = 128;

    /** @param made how many samples JMeter says it made */
    ExitCode print(PrintStream out, int jmeterExit, long made) throws IOException {
        boolean written = Files.exists(folder.samples()) && Files.size(folder.samples()) > 0;
        Summary summary = written ? Summary.of(folder.samples(), plan.xml().silent(), warmupSeconds,
                load.filter(planned -> !planned.isOpen()).map(PlannedLoad::seconds).orElse(0)) : null;
        long read = written ? summary.samples() : 0;
        if (read < made && jmeterExit <= SIGNAL) {
            out.printf("no figures: JMeter made %,d samples, but %s has only %,d; "
                    + "is the disk full, or is there a limit on file size?%n", made, folder.samples(), read);
            printFiles(out);
            return ExitCode.FAILED;
        }
        JmeterLog log = JmeterLog.read(folder.log());
        if (read == 0) {
            throw new IOException("JMeter made no request: " + log.whyNone(jmeterExit, folder.output()) + "; see "
                    + Stream.of(folder.log(), folder.output()).filter(Files::exists).map(Path::toString)
                    .collect(Collectors.joining(" and ")));
        }
        summary.print(out);
        if (keepsConnections) {
            summary.remedies().forEach(out::println);
        }
        String unmade = load.map(planned -> planned.unmade(summary)).orElse("");
        boolean isWhole = unmade.isEmpty() && log.errors().isEmpty();
        if (summary.hasFigures()) {
            printExpectation(out, summary, isWhole);
        } else {
            out.println(summary.starts().getCount() == 0 ? "no figures: nothing was sent"
                    : "no figures: the run ended within its warm-up of " + warmupSeconds
                    + " s; --warmup sets a shorter one");
        }
        out.print(unmade.isEmpty() ? "" : "a part of the load was not made: " + unmade + "\n");
        log.print(out);
        printFiles(out);
        return summary.failed() || !summary.hasFigures() || !isWhole || jmeterExit != 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private void printExpectation(PrintStream out, Summary summary, boolean isWhole) {
        String obstacle = !isWhole ? "a part of the load was not made"
                : load.map(planned -> planned.unsteady(warmupSeconds)).orElse("");
        expectation.map(each -> !obstacle.isEmpty() ? List.of(Expectation.NONE + obstacle)
                : each.lines(summary.throughput(), summary.meanSeconds(), summary.errorShare()))
                .ifPresent(lines -> lines.forEach(out::println));
    }

    private void printFiles(PrintStream out) {
        out.println("samples    " + folder.samples());
        out.println("log        " + folder.log());
        Path dashboard = folder.dashboard().resolve("index.html");
        out.println("dashboard  " + (Files.exists(dashboard) ? dashboard : "none: see " + folder.output()));
    }
}
