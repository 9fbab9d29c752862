package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.UsageException;
import exercise.HandIn.None;
import exercise.HandIn.Solution;
import learner.Exercise;
import testing.Test;

class ClassFolderTest implements AutoCloseable {
    private static final String FIRST = "public class First { int mine; }\n";

    private final SmallRepository repository = new SmallRepository();
    private final Path folder = Files.createDirectory(repository.path().resolve("class"));

    ClassFolderTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }

    private List<HandIn> read(Path of) throws Exception {
        return ClassFolder.read(of, Exercise.all(repository.path()));
    }

    /** A line for each hand-in: who, which exercise, or why not, and where. */
    private String rows() throws Exception {
        return rows(folder);
    }

    private String rows(Path of) throws Exception {
        return read(of).stream().map(each -> each.student() + " "
                + (each instanceof Solution solution ? "" + solution.exercise().number() : "-") + " "
                + of.relativize(each.file())).collect(Collectors.joining("\n"));
    }

    private String why(String student) throws Exception {
        return read(folder).stream().filter(each -> each.student().equals(student)).map(each -> switch (each) {
            case Solution solution -> solution.remark();
            case None none -> none.verdict() + ": " + none.why();
        }).collect(Collectors.joining("; ")).replace(repository.path().toString(), "‹repository›");
    }

    private Path folder(String path) throws IOException {
        return Files.createDirectories(folder.resolve(path));
    }

    @Test
    void thePublicClassDecidesAndWithoutOneTheFilesName() throws Exception {
        repository.handedIn("ann.java", "// class Tenth\n" + FIRST + "class Second { }");
        repository.handedIn("ben/Tenth.java", FIRST);
        repository.handedIn("cem/Second.java", "class First { }");
        repository.handedIn("dan/First.java", "");
        repository.handedIn("eve.JAVA", "class First { String s = \"public class First\"; }");
        repository.handedIn("fay/First.java", "public class Other { }");
        assertEquals("""
                ann 1 ann.java
                ben 1 ben/Tenth.java
                cem 2 cem/Second.java
                dan 1 dan/First.java
                eve - eve.JAVA
                fay 1 fay/First.java""", rows());
    }

    @Test
    void eachFileForAnExerciseIsARowAtAnyDepthAndInOrder() throws Exception {
        repository.handedIn("ann/solution/test/First.java", FIRST);
        repository.handedIn("ann/Second.java", "public class Second { }");
        repository.handedIn("ann/First.java", FIRST);
        repository.handedIn("ann/Old.java/First.java", FIRST);
        repository.handedIn("ann/Helper.java", "class Helper { }");
        repository.handedIn("ann/.hidden/First.java", FIRST);
        repository.handedIn("ann/__MACOSX/._First.java", FIRST);
        repository.handedIn("solution/First.java", FIRST);
        repository.handedIn("notes.txt", FIRST);
        repository.handedIn(".java", FIRST);
        assertEquals("""
                ann 1 ann/First.java
                ann 2 ann/Second.java
                ann 1 ann/Old.java/First.java
                ann 1 ann/solution/test/First.java
                solution 1 solution/First.java""", rows());
    }

    @Test
    void inACopyOfTheRepositoryOnlyTheFilesInAnExercisesFolderCount() throws Exception {
        repository.handedIn("ann/lab/service-one/exercises/1-first/First.java", FIRST);
        repository.handedIn("ann/lab/service-one/exercises/1-first/solution/First.java", FIRST);
        repository.handedIn("ann/lab/service-one/exercises/First.java", FIRST);
        repository.handedIn("ann/lab/First.java", FIRST);
        repository.handedIn("ann/Second.java", "public class Second { }");
        repository.handedIn("ben/service-one/exercises/1-first/solution/First.java", FIRST);
        repository.handedIn("cem/1-first/task.md", "");
        repository.handedIn("cem/1-first/template/First.java", FIRST);
        repository.handedIn("cem/1-first/First.java", FIRST);
        repository.handedIn("dan/template/First.java", FIRST);
        assertEquals("""
                ann 2 ann/Second.java
                ann 1 ann/lab/service-one/exercises/1-first/First.java
                ben - ben
                cem 1 cem/1-first/First.java
                dan 1 dan/template/First.java""", rows());
        assertSame("exercise", "hand-in: a copy of the repository", why("ben"));
    }

    @Test
    void aClassFolderThatIsACopyIsOneStudents() throws Exception {
        repository.handedIn("ann/service-one/exercises/1-first/First.java", FIRST);
        repository.handedIn("ann/jmeter/First.java", FIRST);
        assertEquals("ann 1 service-one/exercises/1-first/First.java", rows(folder.resolve("ann")));
    }

    @Test
    void linksAreFollowedOnlyInTheClassesFolder() throws Exception {
        Path store = Files.createDirectories(repository.path().resolve("store/ben"));
        Files.writeString(store.resolve("First.java"), FIRST);
        repository.handedIn("ann/First.java", FIRST);
        Map<String, Path> links = Map.of("ben", store, "cem.java", store.resolve("First.java"), "dan", folder, "eve",
                Path.of("nowhere"), "fay", Path.of("fay"), "gus", Path.of(".."), ".#lock", Path.of("nowhere"),
                "ann/Second.java", store.resolve("First.java"), "ann/more", store, "ann/notes.txt", store);
        for (String link : links.keySet()) {
            Files.createSymbolicLink(folder.resolve(link), links.get(link));
        }
        folder("hal");
        Files.createSymbolicLink(folder("hal").resolve("service-one"), repository.path().resolve("service-one"));
        Path linkedClass = Files.createSymbolicLink(repository.path().resolve("link"), folder);
        for (Path each : List.of(folder, linkedClass)) {
            assertEquals("""
                    ann 1 ann/First.java
                    ann - ann/Second.java
                    ann - ann/more
                    ann - ann/notes.txt
                    ben 1 ben/First.java
                    cem 1 cem.java
                    dan - dan
                    eve - eve
                    fay - fay
                    gus - gus
                    hal - hal/service-one""", rows(each));
        }
        assertSame("exercise", "hand-in: links", Stream.of("ann", "ben", "dan", "eve", "fay").map(each -> {
            try {
                return each + ": " + why(each);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }).collect(Collectors.joining("\n")));
    }

    @Test
    void whatCannotBeReadHasARowOfItsOwn() throws Exception {
        repository.handedIn("ann/First.java", FIRST);
        try (RandomAccessFile large = new RandomAccessFile(folder("ann").resolve("X.java").toFile(), "rw")) {
            large.setLength(3L << 30);
        }
        Files.copy(folder.resolve("ann/X.java").resolveSibling("First.java"), folder("ben").resolve("First.java"));
        Files.write(folder("ben").resolve("First.java"), "// Größe".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(folder("ben").resolve("Other.java"), FIRST.getBytes(StandardCharsets.UTF_16));
        repository.handedIn("cem.zip", "");
        repository.handedIn("dan/work.TAR.GZ", "");
        folder("eve/a.zip");
        repository.handedIn("fay/First.java.txt", FIRST);
        assertEquals(0, new ProcessBuilder("mkfifo", folder("gus").resolve("X.java").toString()).start().waitFor());
        assertEquals("""
                ann 1 ann/First.java
                ann - ann/X.java
                ben 1 ben/First.java
                ben - ben/Other.java
                cem - cem.zip
                dan - dan/work.TAR.GZ
                eve - eve
                fay - fay
                gus - gus/X.java""", rows());
        List<String> lines = new ArrayList<>();
        for (String each : List.of("ann", "ben", "cem", "dan", "eve", "fay", "gus")) {
            lines.add(each + ": " + why(each));
        }
        assertSame("exercise", "hand-in: what cannot be read", String.join("\n", lines));
    }

    @Test
    void oneStudentsFoldersHaveLimits() throws Exception {
        repository.handedIn("ann/" + "d/".repeat(19) + "First.java", FIRST);
        repository.handedIn("ben/" + "d/".repeat(20) + "First.java", FIRST);
        for (int i = 0; i < 51; i++) {
            repository.handedIn("cem/%02d/First.java".formatted(i), FIRST);
        }
        repository.handedIn("dan/First.java", FIRST);
        List<HandIn> all = read(folder);
        assertEquals(Map.of("ann", 1L, "ben", 1L, "cem", 51L, "dan", 1L), all.stream().collect(
                Collectors.groupingBy(HandIn::student, Collectors.counting())));
        assertEquals(1L + 50 + 1, all.stream().filter(each -> each instanceof Solution).count());
        assertTrue(all.get(1) instanceof None && all.get(1 + 51) instanceof None, "ben's, and the last of cem's");
        assertSame("exercise", "hand-in: limits", why("ben") + "\n" + why("cem").replaceFirst("^[; ]+", ""));
    }

    @Test
    void aFolderWithoutStudentsIsNoClass() throws Exception {
        Path file = Files.createFile(folder.resolve("notes.txt"));
        assertSame("exercise", "hand-in: no class", Stream.of(folder, file, folder.resolve("nowhere"))
                .map(each -> assertThrows(UsageException.class, () -> read(each)).getMessage()
                        .replace(folder.toString(), "‹folder›")).collect(Collectors.joining("\n")));
    }
}
