package exercise;

import module java.base;
import load.install.FileTree;

/** What a learner has done. Other processes may change the file, so each change locks it and reads it again. */
record Progress(Path file) {
    static Progress in(Path repository) {
        return new Progress(Exercise.home(repository).resolve(".progress"));
    }

    boolean hasPassed(Exercise exercise) throws IOException {
        return read().containsKey(exercise.name() + ".passed");
    }

    void pass(Exercise exercise) throws IOException {
        change(all -> all.setProperty(exercise.name() + ".passed", "true"));
    }

    int hints(Exercise exercise) throws IOException {
        return Integer.parseInt(read().getProperty(exercise.name() + ".hints", "0"));
    }

    void saveHints(Exercise exercise, int count) throws IOException {
        change(all -> all.setProperty(exercise.name() + ".hints", "" + count));
    }

    void forget(Exercise exercise) throws IOException {
        change(all -> all.keySet().removeIf(key -> key.toString().startsWith(exercise.name() + ".")));
    }

    private Properties read() throws IOException {
        Properties all = new Properties();
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                all.load(reader);
            }
        }
        return all;
    }

    private void change(Consumer<Properties> change) throws IOException {
        try (FileChannel _ = FileTree.lockFile(file.resolveSibling(file.getFileName() + ".lock"))) {
            Properties all = read();
            change.accept(all);
            Path written = file.resolveSibling(file.getFileName() + ".new");
            try (Writer writer = Files.newBufferedWriter(written)) {
                all.store(writer, null);
            }
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
