package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import load.install.JmeterSearch;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;

class LocalExperimentsTest extends TemporaryFolder {
    private static final String[][] HOLDERS = {
        {"class-lesson-10, pid 2242", "Lesson 10 of another class is being measured on this machine (pid 2242)"},
        {"class-free-play, pid 7", "Another class is measuring in free play on this machine (pid 7)"},
        {"class-side-by-side, pid 7", "Another class is running two modes side by side on this machine (pid 7)"},
        {"open-or-closed, pid 7", "The experiment \"open-or-closed\" is being measured on this machine (pid 7)"},
        {"it has just begun", "Another program is measuring on this machine"}};

    @Test
    void aSentenceSaysWhoMeasures() {
        for (String[] row : HOLDERS) {
            assertEquals(row[1], LocalExperiments.inWords(row[0]));
        }
    }

    @Test
    void withoutJmeterAndMavenTheClassSaysWhatToInstallAndThatItMustStartAgain() throws Exception {
        write("jmeter/pom.xml", "<jmeter.version>5.6.3</jmeter.version>");
        Printed terminal = new Printed();
        LocalExperiments experiments = new LocalExperiments(
                new JmeterSearch(folder, terminal, Map.of("PATH", folder.toString())), new Changes());
        experiments.prepare();
        String problem = experiments.problem();
        assertTrue(problem.matches("(?s)no JMeter in .*, and there is no Maven \\(mvn\\) to fetch it\\.\nEither "
                + "install Maven, .*\\.\nThen start \\./run\\.sh class again"), problem);
        assertEquals("class: no experiment can be run: " + problem + "\n", terminal.toString());
    }
}
