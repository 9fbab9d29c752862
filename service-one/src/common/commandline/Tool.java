package common.commandline;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What all commands of this program have in common: where the project is, and how they say that something is wrong.
 * Immutable; its work is done by the thread that calls.
 *
 * @param name     the command's, as in {@code ./run.sh NAME}
 * @param synopsis its arguments, in short
 */
public record Tool(String name, String synopsis) {
    /** What a command does. */
    public interface Work {
        ExitCode run() throws UsageException, IOException, InterruptedException;
    }

    /** The project's folder, as run.sh tells it. */
    public static Path repository() {
        return Path.of(System.getProperty("repository", "")).toAbsolutePath().normalize();
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
            System.err.println("usage: " + ("./run.sh " + name + " " + synopsis).strip() + "; --help explains it");
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println(name + ": " + reason(e));
            return ExitCode.COULD_NOT;
        }
    }

    /** Of the two, the JDK's message is the file's name alone. */
    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "no such file: " + missing.getFile();
            case AccessDeniedException denied -> "may not be read or written: " + denied.getFile();
            default -> failure.getMessage();
        };
    }
}
