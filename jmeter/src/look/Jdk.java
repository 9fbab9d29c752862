package look;

import module java.base;
import process.Executables;

final class Jdk {
    private Jdk() {
    }

    static boolean isOfApplication(String type) {
        return !type.matches("(java|javax|jdk|sun|com\\.sun)\\..*");
    }

    static String jcmd(long pid, String... command) throws IOException, InterruptedException {
        List<String> words = Stream.concat(Stream.of(Executables.ofJdk("jcmd"), String.valueOf(pid)),
                Stream.of(command)).toList();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (InputStream in = process.getInputStream()) {
            String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", words) + ": " + output.strip());
            }
            return output;
        }
    }

    /** Avoids {@code Thread.print}, which leaves out virtual threads. */
    static String threadDump(long pid, String format) throws IOException, InterruptedException {
        Path file = Files.createTempFile("threads", '.' + format);
        try {
            jcmd(pid, "Thread.dump_to_file", "-format=" + format, "-overwrite", file.toString());
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }

    /** @param line 0 if unknown */
    record Frame(String type, String method, String file, int line) {
        /** A slash ends the name of a class loader or module. */
        private static final Pattern TEXT =
                Pattern.compile("(?:.*?\\bat )?(?:[^/ ]*/)*([\\w.$]+)\\.([\\w$<>]+)\\(([^:)]*)(?::(\\d+))?\\)");

        static Optional<Frame> of(String text) {
            return Optional.of(TEXT.matcher(text)).filter(Matcher::matches).map(frame -> new Frame(frame.group(1),
                    frame.group(2), frame.group(3), frame.group(4) == null ? 0 : Integer.parseInt(frame.group(4))));
        }

        /** {@code Class.method:line}. */
        String shortened() {
            return type.substring(type.lastIndexOf('.') + 1) + '.' + method + (line == 0 ? "" : ":" + line);
        }
    }
}
