package classroom.run;

import static testing.Assertions.assertEquals;

import testing.Test;

class LocalExperimentsTest {
    private static final String[][] HOLDERS = {
        {"class-lesson-10, pid 2242", "Lesson 10 of another class is being measured on this machine (pid 2242)"},
        {"class-free-play, pid 7", "Another class is measuring in free play on this machine (pid 7)"},
        {"open-or-closed, pid 7", "The experiment \"open-or-closed\" is being measured on this machine (pid 7)"},
        {"it has just begun", "Another program is measuring on this machine"}};

    @Test
    void aSentenceSaysWhoMeasures() {
        for (String[] row : HOLDERS) {
            assertEquals(row[1], LocalExperiments.inWords(row[0]));
        }
    }
}
