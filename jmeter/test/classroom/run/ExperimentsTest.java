package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import load.install.JmeterSearch;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class ExperimentsTest extends TemporaryFolder {
    @Test
    void withoutJmeterAndMavenTheClassSaysWhatToInstallAndThatItMustStartAgain() throws Exception {
        write("jmeter/pom.xml", "<jmeter.version>5.6.3</jmeter.version>");
        Printed terminal = new Printed();
        JmeterSearch search = new JmeterSearch(folder, terminal, Map.of("PATH", folder.toString()));
        String why = assertThrows(IOException.class, search::find).getMessage();
        Experiments experiments = new Experiments(search);
        Changes changes = experiments.changes();
        assertEquals("", experiments.problem());
        long before = changes.version();
        experiments.prepare();
        assertEquals(before + 2, changes.version(), "the page hears of the download and of its end");
        String problem = experiments.problem();
        assertTrue(problem.startsWith(why), problem);
        Words.assertSame("class", "no experiment can be run", terminal.toString().replace(problem, "‹problem›")
                + problem.replace(why, "‹why there is no JMeter›"));
    }

    @Test
    void thereIsNoProblemIfThereIsJmeter() throws Exception {
        write("jmeter/pom.xml", "<jmeter.version>5.6.3</jmeter.version>");
        install("jmeter/home/5.6.3");
        Experiments experiments = new Experiments(
                new JmeterSearch(folder, new Printed(), Map.of("PATH", folder.toString())));
        experiments.prepare();
        assertEquals("", experiments.problem());
    }

    /** The search speaks of the wrong JMETER_HOME while the page shows the download. */
    @Test
    void thePageSaysThatJmeterIsBeingDownloaded() throws Exception {
        write("jmeter/pom.xml", "<jmeter.version>5.6.3</jmeter.version>");
        AtomicReference<Experiments> experiments = new AtomicReference<>();
        List<String> problems = new ArrayList<>();
        PrintStream terminal = new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String line) {
                problems.add(experiments.get().problem());
            }
        };
        Map<String, String> environment = Map.of("PATH", folder.toString(), "JMETER_HOME", folder.toString());
        experiments.set(new Experiments(new JmeterSearch(folder, terminal, environment)));
        experiments.get().prepare();
        Words.assertSame("class", "while JMeter is downloaded", problems.getFirst());
    }

    private void install(String home) throws IOException {
        Path core = write(home + "/lib/ext/ApacheJMeter_core.jar", "");
        Manifest manifest = new Manifest(new ByteArrayInputStream(
                "Manifest-Version: 1.0\nImplementation-Version: 5.6.3\n\n".getBytes(StandardCharsets.US_ASCII)));
        new JarOutputStream(Files.newOutputStream(core), manifest).close();
        write(home + "/bin/ApacheJMeter.jar", "");
    }
}
