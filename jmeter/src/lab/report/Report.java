package lab.report;

import module java.base;
import common.commandline.Tool;
import common.http.PageServer;
import experiment.ResultsFile;
import lab.judge.Analysis;
import lab.judge.Verdict;
import lab.report.chart.Chart;

/**
 * Writes a report into a folder where others may be able to write. A file replaces a link in its place, so nothing is
 * written through the link. An old file stays until the new one is complete.
 */
public final class Report {
    private static final int DETAILS = 3;

    private Report() {
    }

    /**
     * Writes index.html and the page that explains it, results.csv, results.json and charts/*.svg.
     *
     * @return the short form, for the terminal
     */
    public static String write(Analysis analysis, Path folder) throws IOException {
        Page page = new Page(analysis);
        String styles = PageServer.resource("/report/chart.css");
        Path pictures = emptyFolder(folder.resolve("charts"));
        for (Chart chart : page.charts()) {
            write(pictures, chart.file(), chart.standalone(styles));
        }
        write(folder, "results.csv", Export.csv(analysis));
        write(folder, ResultsFile.NAME, Export.json(analysis));
        write(folder, "method.html", Template.of("method.html").text());
        write(folder, "index.html", Template.of("report.html")
                .filled(page, new Tables(analysis), new Doubt(analysis), analysis.experiment()));
        return terminal(analysis) + "\nreport: " + folder.resolve("index.html") + "\n";
    }

    public static void write(Path folder, String name, String text) throws IOException {
        Path unfinished = folder.resolve("." + name + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(unfinished);
        try {
            Files.writeString(unfinished, Tool.printable(text), StandardOpenOption.CREATE_NEW);
            Files.move(unfinished, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw Tool.named(folder.resolve(name), e);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /**
     * Deletes an earlier report's pictures, which might contradict this report.
     *
     * @throws IOException also if the folder is a link, because somebody else's files could be behind it
     */
    private static Path emptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isSymbolicLink(folder)) {
                throw new IOException(folder + " is a link; remove it, because a report needs a folder of its own");
            }
            Files.createDirectory(folder);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.svg")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        return folder;
    }

    static String terminal(Analysis analysis) {
        List<Answer> answers = Answer.of(analysis);
        Doubt doubt = new Doubt(analysis);
        Tables tables = new Tables(analysis);
        List<String> lines = new ArrayList<>(List.of(""));
        answers.forEach(answer -> lines.add(answer.sentence()));
        lines.addAll(List.of("", doubt.line()));
        doubt.rest().stream().limit(DETAILS).forEach(detail -> lines.add("  " + detail));
        if (doubt.rest().size() > DETAILS) {
            lines.add("  and " + (doubt.rest().size() - DETAILS) + " more in the report");
        }
        lines.addAll(List.of("", tables.results().aligned(2).stripTrailing()));
        if (lines.getLast().contains(Tables.INVALID)) {
            lines.add("* invalid: enters no ratio and no verdict");
        }
        if (analysis.points().stream().anyMatch(point -> point.measured().size() > 1)) {
            lines.add("medians, and in brackets the least and the greatest of the repetitions");
        }
        analysis.experiment().beside().ifPresent(load -> lines.add(
                "beside: " + load.name() + "; CPU time per request counts the answers to both loads"));
        List<Verdict> verdicts = Verdict.of(analysis);
        if (!verdicts.isEmpty()) {
            lines.addAll(List.of("", "What was expected:"));
            verdicts.forEach(each -> lines.add("  " + each.text() + ": " + tables.subject(each)
                    + ": " + each.ratioText() + ", " + each.hypothesis().claim()));
        }
        return Tool.printable(String.join("\n", lines)) + "\n";
    }
}
