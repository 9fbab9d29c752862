package exercise;

import module java.base;
import learner.Exercise;
import testing.TemporaryFolder;

/** A folder with three exercises. The first has everything that an exercise can have. */
final class SmallRepository extends TemporaryFolder {
    SmallRepository() throws IOException {
        write("service-one/exercises/1-first/task.md", """
                # The first

                - Minutes: 15
                - Mode: pool
                - Unseen: whether it is fast.
                - Afterwards: read the chapter about it.

                ## Task

                Write a *drain*.

                ## Behaviour

                - Each socket is served once.

                ## Measured

                - 250 requests a second.

                ## Hints

                - Think.
                - Think again, and use `queue.take()`.

                ## Mistakes

                - once: serve each socket `once`.
                - goal 1: start more threads.

                ## Notice

                - It is short.
                """);
        write("service-one/exercises/1-first/template/First.java", "public class First { }\n");
        write("service-one/exercises/1-first/solution/First.java", "public class First { /* ours */ }\n");
        write("service-one/exercises/2-second/task.md", "# The second\n\n- Minutes: 5\n- Builds on: 1\n\n"
                + "## Task\n\nAnother.\n");
        write("service-one/exercises/2-second/template/Second.java", "public class Second { }\n");
        write("service-one/exercises/2-second/solution/Second.java", "public class Second { int ours; }\n");
        write("service-one/exercises/10-tenth/task.md", "# The tenth\n\n- Minutes: 7\n");
        write("service-one/exercises/10-tenth/template/Tenth.java", "public class Tenth { }\n");
        write("service-one/exercises/3-no-exercise/README.md", "nothing\n");
        write("service-one/exercises/mistakes.md",
                "- threw: your code threw it.\n- once: hidden by the exercise's own.\n");
    }

    Exercise exercise(int number) throws Exception {
        return Exercise.find(folder, "" + number);
    }

    /** Below the folder of a class. */
    void handedIn(String path, String text) throws IOException {
        write("class/" + path, text);
    }

    /** Of no file. */
    HandIn.Solution solution(String student, int number, Likeness likeness) throws Exception {
        return new HandIn.Solution(student, folder.resolve("class").resolve(student + ".java"), exercise(number),
                likeness, true, "");
    }

    ExerciseCheck check(PrintStream out) throws Exception {
        Exercise first = exercise(1);
        return new ExerciseCheck(folder, first, first.file(), folder, out);
    }

    /** Without the folder's name. */
    String masked(Object text) {
        return text.toString().replace(folder.toString(), "‹repository›");
    }
}
