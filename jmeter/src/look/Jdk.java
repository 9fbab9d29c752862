package look;

import module java.base;
import process.Executables.Ended;
import process.Executables;

final class Jdk {
    private static final String DUMP = "Thread.dump_to_file";
    /** The release from which on a JVM knows a command. */
    private static final Map<String, Integer> SINCE =
            Map.of(DUMP, 21, "Thread.vthread_scheduler", 24);

    private Jdk() {
    }

    static String jcmd(long pid, String... command) throws IOException, InterruptedException {
        Ended jcmd = Executables.runOfJdk(Stream.concat(Stream.of("jcmd", "" + pid), Stream.of(command))
                .toArray(String[]::new));
        if (jcmd.code() != 0) {
            throw new IOException(failure(pid, command[0], reply(jcmd.output())));
        }
        return jcmd.output();
    }

    /** The first line that jcmd prints is the PID. */
    private static String reply(String output) {
        return output.lines().skip(1).findFirst().orElse("no answer");
    }

    static String failure(long pid, String command, String reply) {
        String of = "the JVM with --pid " + pid;
        if (!reply.contains("Unknown diagnostic command")) {
            return of + ": " + command + ": " + reply.strip();
        }
        Integer since = SINCE.get(command);
        return of + " does not know the command " + command
                + (since == null ? "" : ", which needs JDK " + since + " or newer");
    }

    /** Avoids {@code Thread.print}, which leaves out virtual threads. */
    static String threadDump(long pid, String format) throws IOException, InterruptedException {
        Path file = Files.createTempFile("threads", '.' + format);
        try {
            checkDump(pid,
                    reply(jcmd(pid, DUMP, "-format=" + format, "-overwrite", file.toString())));
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }

    /**
     * jcmd's exit code is 0 even if the dump ended early. The JDK's writer of JSON formats a control character as a
     * number, which it is not.
     */
    static void checkDump(long pid, String reply) throws IOException {
        if (reply.contains("IllegalFormatConversionException")) {
            throw new IOException("the JVM with --pid " + pid + " cannot dump its threads as JSON, "
                    + "because the name of one has a control character; as text: jcmd "
                    + pid + " " + DUMP + " FILE");
        }
        if (!reply.startsWith("Created")) {
            throw new IOException(failure(pid, DUMP, reply));
        }
    }

    /** @param line 0 if unknown */
    record Frame(String type, String method, String file, int line) {
        /** A slash ends the name of a class loader or module. */
        private static final Pattern TEXT =
                Pattern.compile("(?:.*?\\bat )?(?:[^/ ]*/)*([\\w.$]+)\\.([\\w$<>]+)\\(([^:)]*)(?::(\\d+))?\\)");

        static Optional<Frame> of(String text) {
            Matcher frame = TEXT.matcher(text);
            if (!frame.matches()) {
                return Optional.empty();
            }
            String line = Objects.requireNonNullElse(frame.group(4), "0");
            return Optional.of(new Frame(frame.group(1), frame.group(2), frame.group(3),
                    Integer.parseInt(line)));
        }

        boolean isOfApplication() {
            return !type.matches("(java|javax|jdk|sun|com\\.sun)\\..*");
        }

        boolean isNative() {
            return file.equals("Native Method");
        }

        /** {@code Class.method:line}. */
        String shortened() {
            return type.substring(type.lastIndexOf('.') + 1) + '.' + method
                    + (line == 0 ? "" : ":" + line);
        }
    }
}
