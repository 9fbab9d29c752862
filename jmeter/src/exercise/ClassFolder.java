package exercise;

import module java.base;
import common.commandline.Tool;
import common.commandline.UsageException;
import exercise.harness.Outcome;
import learner.Exercise;
import learner.JavaSource;
import load.install.FileTree;

/**
 * Finds what each student of a class has handed in, in the order of their names: {@code NAME.java}, or files at any
 * depth of a folder {@code NAME}. In a copy of this repository, only the files directly in an exercise's folder are the
 * student's. Links are followed if they are directly in the class's folder, where a teacher may have made them.
 */
final class ClassFolder {
    private static final int MOST_LEVELS = 20;
    private static final int MOST_FILES = 10_000;
    private static final int MOST_ROWS = 50;
    /** A student's name, and the ending of a Java file or an archive. */
    private static final Pattern HAND_IN = Pattern.compile(
            "(?i)(.+?)(\\.java|(\\.(zip|rar|7z|tar|tgz|gz|bz2|xz))+)");

    private final Path folder;
    private final List<Exercise> exercises;

    private ClassFolder(Path folder, List<Exercise> exercises) {
        this.folder = folder;
        this.exercises = exercises;
    }

    static List<HandIn> read(Path folder, List<Exercise> exercises) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new UsageException((Files.exists(folder) ? "not a folder: " : "no such folder: ") + folder);
        }
        List<HandIn> all = new ClassFolder(folder, exercises).read();
        if (all.isEmpty()) {
            throw new UsageException("nobody has handed in anything: there is no file NAME.java and no folder NAME in "
                    + folder);
        }
        return all;
    }

    private List<HandIn> read() throws IOException {
        if (isCopyOfRepository(folder) || isCopyOfExercise(folder)) {
            return new Student(folder).handIns();
        }
        List<HandIn> all = new ArrayList<>();
        for (Path each : visible(folder)) {
            if (Files.isDirectory(each) || Files.isSymbolicLink(each) || isHandIn(each)) {
                all.addAll(new Student(each).handIns());
            }
        }
        return all;
    }

    private static boolean isHandIn(Path file) {
        return HAND_IN.matcher(file.getFileName().toString()).matches();
    }

    private static boolean isCopyOfRepository(Path folder) {
        return isFolder(Exercise.home(folder).getParent()) && isFolder(Exercise.home(folder));
    }

    private static boolean isFolder(Path file) {
        return Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isCopyOfExercise(Path folder) {
        return Files.exists(folder.resolve("task.md")) && Files.isDirectory(folder.resolve("template"));
    }

    /** What programs leave behind is no hand-in, such as an editor's lock, or what macOS adds to an archive. */
    private static boolean isHidden(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(".") || name.equals("__MACOSX");
    }

    private static List<Path> visible(Path folder) throws IOException {
        return FileTree.list(folder).stream().filter(each -> !isHidden(each)).toList();
    }

    private final class Student {
        private final Path root;
        private final String name;
        private final List<HandIn> found = new ArrayList<>();
        private int looked;
        private String remark = "";
        private String whyNothing = "no Java file";

        Student(Path root) {
            this.root = root;
            Matcher handIn = HAND_IN.matcher(root.getFileName().toString());
            this.name = handIn.matches() && !isFolder(root) ? handIn.group(1) : root.getFileName().toString();
        }

        List<HandIn> handIns() {
            try {
                begin();
            } catch (IOException e) {
                addUnread(root, Tool.reason(e));
            }
            if (found.isEmpty()) {
                return List.of(new HandIn.None(name, root, HandIn.None.NOTHING, whyNothing));
            }
            if (found.size() > MOST_ROWS) {
                found.subList(MOST_ROWS, found.size()).clear();
                addUnread(root, "there are more than " + MOST_ROWS + " files, and the others are not checked");
            }
            return found;
        }

        /** What cannot be read costs only its own row. */
        private void addUnread(Path file, String why) {
            found.add(new HandIn.None(name, file, Outcome.CANNOT_JUDGE.words, why));
        }

        private void begin() throws IOException {
            if (Files.isSymbolicLink(root) && !root.equals(folder)) {
                remark = "a link to " + Files.readSymbolicLink(root);
                if (!Files.exists(root)) {
                    throw new IOException(remark + ", which leads nowhere");
                }
                if (folder.toRealPath().startsWith(root.toRealPath())) {
                    throw new IOException(remark + ", which holds the class itself");
                }
            }
            if (Files.isDirectory(root)) {
                walk(root, 1);
            } else {
                file(root);
            }
        }

        private void walk(Path folder, int level) {
            boolean isCopy = isCopyOfRepository(folder);
            List<Path> all = list(isCopy ? Exercise.home(folder) : folder);
            List<Path> folders = all.stream().filter(ClassFolder::isFolder).toList();
            if (isCopy) {
                folders.forEach(each -> list(each).forEach(this::file));
            } else {
                all.forEach(this::file);
            }
            if (isCopy || isCopyOfExercise(folder)) {
                whyNothing = "of a copy of this repository, only the files directly in "
                        + "service-one/exercises/N-name count, and there is none";
            } else if (level < MOST_LEVELS) {
                folders.forEach(each -> walk(each, level + 1));
            } else if (!folders.isEmpty()) {
                addUnread(folder, "folders are read " + MOST_LEVELS + " levels deep");
            }
        }

        private List<Path> list(Path folder) {
            try {
                List<Path> all = visible(folder);
                if (looked + all.size() <= MOST_FILES) {
                    looked += all.size();
                    return all;
                }
                addUnread(folder, String.format("more than %,d files: this folder is not read", MOST_FILES));
            } catch (IOException e) {
                addUnread(folder, Tool.reason(e));
            }
            return List.of();
        }

        private void file(Path file) {
            boolean isLink = Files.isSymbolicLink(file) && !file.equals(root);
            if (isLink && (isHandIn(file) || Files.isDirectory(file))) {
                addUnread(file, "a link is not followed: hand in the file itself");
            } else if (isLink || Files.isDirectory(file)) {
                return;
            } else if (JavaSource.isNameOfOne(file)) {
                source(file);
            } else if (isHandIn(file)) {
                addUnread(file, "an archive is not read: unpack it");
            }
        }

        private void source(Path file) {
            if (!Files.isRegularFile(file)) {
                addUnread(file, "not a regular file");
                return;
            }
            try {
                JavaSource source = JavaSource.read(file);
                Exercise.of(exercises, file, source.publicTypes()).ifPresentOrElse(
                        exercise -> addSolution(file, exercise, Likeness.of(source)),
                        () -> whyNothing = "no Java file has an exercise's public class or file name");
            } catch (JavaSource.NoSourceException e) {
                Exercise.of(exercises, file, List.of()).ifPresentOrElse(
                        exercise -> addSolution(file, exercise, Likeness.NONE),      // the check says why
                        () -> addUnread(file, e.getMessage()));
            } catch (IOException e) {
                addUnread(file, Tool.reason(e));
            }
        }

        private void addSolution(Path file, Exercise exercise, Likeness likeness) {
            found.add(new HandIn.Solution(name, file, exercise, likeness, file.equals(root), remark));
        }
    }
}
