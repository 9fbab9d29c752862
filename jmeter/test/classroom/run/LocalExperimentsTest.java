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
