package common.commandline;

import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command: how it is used, and how it says that something is wrong.
 *
 * @param name     what its messages begin with
 * @param synopsis what is typed after {@code ./run.sh}, in short; the first of several lines is the hint after an error
 * @param about    what it does, for the usage; each line is ended
 * @param options  what it takes
 * @param more     what the usage ends with, such as the exit codes; each line is ended
 */
public record Tool(String name, String synopsis, String about, List<Option> options, String more) {
    /** How a process of this project ends. After Ctrl-C a tool's is the JVM's own 130. */
    public enum ExitCode {
        OK(0),
        /** The command line, or a file that it names, asks for something that cannot be done. */
        USAGE(1),
        /** JMeter, a service, a port or a folder that is needed is not there. */
        COULD_NOT(2),
        /**
         * A service cannot go on; it is also the JVM's own code for {@code -XX:+ExitOnOutOfMemoryError}. A tool ran to
         * its end, but a request or an assertion failed, or nothing that was measured is of use.
         */
        FAILED(3);

        private final int code;

        ExitCode(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    private static final int WIDTH = 100;
    /** Of the names in a usage, where the options' meanings begin. */
    private static final int NAMES_WIDTH = 24;

    /** What a command does. */
    public interface Work {
        ExitCode run() throws UsageException, IOException, InterruptedException;
    }

    /** What a command does with what was typed. */
    public interface WorkOnLine {
        ExitCode run(CommandLine line) throws UsageException, IOException, InterruptedException;
    }

    /** The project's folder, as run.sh tells it. */
    public static Path repository() {
        return Path.of(System.getProperty("repository", "")).toAbsolutePath().normalize();
    }

    public String usage() {
        String synopses = synopsis.lines().collect(Collectors.joining("\n       ./run.sh ", "usage: ./run.sh ", "\n"));
        String meanings = Stream.concat(options.stream().filter(option -> !option.meaning().isEmpty())
                .map(option -> usage(option.synopsis(), option.meaning()
                        + (option.standard().isEmpty() ? "" : " (" + option.standard() + ")"))),
                Stream.of(usage("-h, --help", "print this and exit"))).collect(Collectors.joining());
        return Stream.of(synopses, about, meanings, more).filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String usage(String name, String meaning) {
        String lines = String.join("\n", lines(" ".repeat(2 + NAMES_WIDTH + 1), meaning)).strip();
        return String.format("  %-" + NAMES_WIDTH + "s %s\n", name, lines);
    }

    /**
     * Sets a text in lines that fit a terminal.
     *
     * @param indent what each line begins with
     */
    public static List<String> lines(String indent, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ")) {
            if (line.length() > indent.length() && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line.setLength(indent.length());
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Prints the usage, if that is wanted; else does the work with what was typed. */
    public ExitCode run(String[] arguments, WorkOnLine work) throws InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(usage());
            return ExitCode.OK;
        }
        return run(() -> work.run(CommandLine.parse(options, arguments)));
    }

    /**
     * Does the work; where that cannot be done, says why on standard error and returns the code for it. Programs read
     * what the commands say: so all of it, in this JVM, has the same digits wherever the user lives.
     */
    public ExitCode run(Work work) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        try {
            return work.run();
        } catch (UsageException e) {
            System.err.println(name + ": " + e.getMessage());
            System.err.println("usage: ./run.sh " + synopsis.lines().toList().getFirst() + "; --help explains it");
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println(name + ": " + reason(e));
            return ExitCode.COULD_NOT;
        }
    }

    /** What went wrong, in words: of the first three, the JDK's message is a name alone. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "no such file: " + missing.getFile();
            case UnknownHostException unknown -> unknown.getMessage() + ": no such host";
            case AccessDeniedException denied -> "may not be read or written: " + denied.getFile();
            default -> failure.getMessage();
        };
    }
}
