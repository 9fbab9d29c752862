package exercise;

import module java.base;

/**
 * The programs that a learner's code starts must end with it, also those that leave their process group and lose their
 * parent. Each has a marker in its environment, unless its code has cleared it. Therefore this process also adopts
 * orphans: Linux makes a "child subreaper" the parent of all descendants whose own parents have ended (prctl(2)).
 */
final class LeftPrograms {
    static final String MARKER = "EXERCISE_CHECK";
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final Path PROC = Path.of("/proc");
    private static final int MOST_ROUNDS = 200;
    /** The programs that this process has started itself; guarded by this class. */
    private static final Set<Long> OURS = new HashSet<>();

    private LeftPrograms() {
    }

    static synchronized Process start(ProcessBuilder builder) throws IOException {
        adoptOrphans();
        Process process = builder.start();
        OURS.add(process.pid());
        return process;
    }

    @SuppressWarnings("restricted")
    private static void adoptOrphans() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> prctl = Files.isDirectory(PROC) ? linker.defaultLookup().find("prctl")
                : Optional.empty();
        prctl.ifPresent(address -> {
            try {
                int _ = (int) linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG), Linker.Option.firstVariadicArg(1))
                        .invokeExact(PR_SET_CHILD_SUBREAPER, 1L);
            } catch (Throwable e) {
                throw new IllegalStateException("prctl", e);
            }
        });
    }

    /** Kills until none is left. Returns how many there were. */
    static synchronized int kill(String marker) throws IOException {
        Set<Long> killed = new HashSet<>();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<ProcessHandle> left = left(marker);
            if (left.isEmpty()) {
                break;
            }
            left.forEach(each -> {
                killed.add(each.pid());
                each.destroyForcibly();
            });
        }
        return killed.size();
    }

    private static List<ProcessHandle> left(String marker) throws IOException {
        if (!Files.isDirectory(PROC)) {
            return List.of();
        }
        try (Stream<Path> processes = Files.list(PROC)) {
            return processes.filter(each -> each.getFileName().toString().matches("\\d+"))
                    .filter(each -> isLeft(each, marker))
                    .flatMap(each -> ProcessHandle.of(Long.parseLong(each.getFileName().toString())).stream()).toList();
        }
    }

    private static boolean isLeft(Path process, String marker) {
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");      // state, parent, …
            boolean orphan = Long.parseLong(fields[1]) == ProcessHandle.current().pid()
                    && !OURS.contains(Long.parseLong(process.getFileName().toString()));
            return !fields[0].matches("[ZX]") && (orphan || Files.readString(process.resolve("environ"),
                    StandardCharsets.ISO_8859_1).contains(MARKER + "=" + marker + "\0"));
        } catch (IOException e) {
            return false;      // it has ended, or belongs to somebody else
        }
    }
}
