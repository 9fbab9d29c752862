package common.commandline;

import module java.base;

/**
 * A command: its usage, and how it reports errors. Each line of {@code about} and {@code more} ends with a line feed.
 *
 * @param name     the first word of its messages
 * @param synopsis what follows {@code ./run.sh}
 */
public record Tool(String name, String synopsis, String about, List<Option> options, String more) {
    /** In the order of their codes, from 0. {@code -XX:+ExitOnOutOfMemoryError} ends with 3, too. */
    public enum ExitCode {
        OK, USAGE, COULD_NOT, FAILED, REFUTED, UNDECIDED;

        public int code() {
            return ordinal();
        }
    }

    private static final int WIDTH = 100;
    private static final int NAMES_WIDTH = 24;
    private static final Pattern CONTROL = Pattern.compile("(?!\r\n)[\\p{Cc}&&[^\n\t]]");

    /** Shows only what is {@link #printable}. Our own carriage returns are written as bytes. */
    private static final class Terminal extends PrintStream {
        private Terminal(PrintStream out) {
            super(out, true, out.charset());
        }

        static PrintStream of(PrintStream out) {
            return out instanceof Terminal ? out : new Terminal(out);
        }

        @Override
        public void print(String text) {
            super.print(printable(String.valueOf(text)));
        }
    }

    public interface Work {
        ExitCode run(CommandLine line) throws IOException, InterruptedException;
    }

    /** run.sh passes the folder as a system property. */
    public static Path repository() {
        return Path.of(System.getProperty("repository", "")).toAbsolutePath().normalize();
    }

    public String usage() {
        String synopses = synopsis.lines().collect(Collectors.joining("\n       ./run.sh ", "usage: ./run.sh ", "\n"));
        String meanings = Stream.concat(options.stream(), Stream.of(Option.flag("-h, --help", "print this and exit")))
                .filter(option -> !option.meaning().isEmpty()).map(Tool::usage).collect(Collectors.joining());
        return Stream.of(synopses, about, meanings, more).filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String usage(Option option) {
        String meaning = option.meaning() + (option.standard().isEmpty() ? "" : " (" + option.standard() + ")");
        String lines = String.join("\n", lines(" ".repeat(2 + NAMES_WIDTH + 1), meaning)).strip();
        return String.format("  %-" + NAMES_WIDTH + "s %s\n", option.synopsis(), lines);
    }

    /** Wraps the text between words. Only a long word makes a line wider than {@value #WIDTH}. */
    public static List<String> lines(String indent, String text) {
        return Pattern.compile("(?s)(.{1," + (WIDTH - indent.length()) + "}|\\S+)( |\\z)|^\\z").matcher(text).results()
                .map(line -> (indent + line.group()).stripTrailing()).toList();
    }

    /** Programs read the output, so numbers have the same format in every locale. */
    public ExitCode run(String[] arguments, Work work) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        System.setOut(Terminal.of(System.out));
        System.setErr(Terminal.of(System.err));
        try {
            ExitCode code = CommandLine.wantsHelp(arguments) ? printUsage()
                    : work.run(CommandLine.parse(options, arguments));
            checkOutput();
            return code;
        } catch (UsageException e) {
            System.err.println(name + ": " + e.getMessage());
            System.err.println("usage: ./run.sh " + synopsis.lines().toList().getFirst() + "; --help explains it");
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println(name + ": " + reason(e));
            return ExitCode.COULD_NOT;
        }
    }

    /** Without such a thread, a service would look alive, and a supervisor restarts only a process that has ended. */
    public void endWithout(Predicate<String> isEssential) {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (!isEssential.test(thread.getName())) {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                failure.printStackTrace();
                return;
            }
            try {
                System.err.println(name + ": cannot go on without its thread " + thread.getName() + ": " + failure);
            } finally {
                Runtime.getRuntime().halt(ExitCode.FAILED.code());      // exit() would wait for clients
            }
        });
    }

    /**
     * Terminals and pages obey control characters in other people's texts, so they become U+FFFD, except for line ends
     * and tabs.
     */
    public static String printable(String text) {
        return CONTROL.matcher(text).replaceAll("\ufffd");
    }

    /** The system's message, such as "No space left on device", names no file. */
    public static IOException named(Path file, IOException failure) {
        return failure instanceof FileSystemException ? failure
                : new IOException(file + ": " + failure.getMessage(), failure);
    }

    private ExitCode printUsage() {
        System.out.print(usage());
        return ExitCode.OK;
    }

    /** A PrintStream hides why it failed, so this writes once more. Whoever closes a pipe has read enough. */
    private static void checkOutput() throws IOException {
        if (System.out.checkError()) {
            try {
                new FileOutputStream(FileDescriptor.out).write('\n');
            } catch (IOException e) {
                if (!"Broken pipe".equals(e.getMessage())) {
                    throw new IOException("standard output: " + e.getMessage(), e);
                }
            }
        }
    }

    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "no such file: " + missing.getFile();
            case UnknownHostException unknown -> unknown.getMessage() + ": no such host";
            case AccessDeniedException denied -> "no permission to read or write: " + denied.getFile();
            case CharacterCodingException _ -> "a file that should be text is not in UTF-8";
            default -> failure.getMessage();
        };
    }
}
