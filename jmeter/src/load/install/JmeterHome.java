package load.install;

import common.process.Java;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A folder that holds a JMeter which is new enough, and how to run it. Immutable; {@link #find} belongs to the thread
 * that calls it and may take as long as Maven does.
 *
 * @param home    what JMeter's own scripts call JMETER_HOME
 * @param version such as 5.6.3
 */
public record JmeterHome(Path home, String version) {
    static final String METASPACE = "-XX:MaxMetaspaceSize=256m";
    static final List<String> RELEASE_HEAP = List.of("-Xms1g", "-Xmx1g", METASPACE);
    /** The properties that name its other settings, and how the release names them. */
    private static final Map<String, String> SOUGHT = Map.of("user.properties", "user.properties",
            "system.properties", "system.properties", "saveservice_properties", "saveservice.properties");
    /** The packages that the release's start script opens, for its GUI and for XStream. */
    private static final List<String> OPENED = List.of("java.desktop/sun.awt", "java.desktop/sun.swing",
            "java.desktop/javax.swing.text.html", "java.desktop/java.awt", "java.desktop/java.awt.font",
            "java.base/java.lang", "java.base/java.lang.invoke", "java.base/java.lang.reflect", "java.base/java.util",
            "java.base/java.text");

    /**
     * Finds JMeter: {@code $JMETER_HOME}, the PATH, the one that was fetched before; else fetches it with Maven, once,
     * saying so. The one that is installed goes first because somebody chose it.
     *
     * @throws IOException where there is none to be had; its message says why and how to get one
     */
    public static JmeterHome find(Path repository, PrintStream progress) throws IOException, InterruptedException {
        Optional<JmeterHome> installed = InstalledJmeter.find(System.getenv(), progress);
        return installed.isPresent() ? installed.get() : new FetchedJmeter(repository, progress, System.getenv())
                .find();
    }

    /** What {@link #find} would find, without fetching anything. */
    public static Optional<JmeterHome> present(Path repository, PrintStream progress) throws IOException {
        Optional<JmeterHome> installed = InstalledJmeter.find(System.getenv(), progress);
        return installed.isPresent() ? installed : fetched(repository);
    }

    /** The one in the project's own folder, if it is there. */
    public static Optional<JmeterHome> fetched(Path repository) throws IOException {
        return new FetchedJmeter(repository, System.err, System.getenv()).present();
    }

    /** The one in the project's own folder, fetched now if it is not there yet, whichever else is installed. */
    public static JmeterHome fetch(Path repository, PrintStream progress) throws IOException, InterruptedException {
        return new FetchedJmeter(repository, progress, System.getenv()).find();
    }

    /** Whether it lies in the project's own folder, and so goes with it to another machine. */
    public boolean isIn(Path repository) {
        return home.startsWith(repository);
    }

    /** The JMeter in a folder; empty where there is none. */
    static Optional<JmeterHome> in(Path folder) {
        return JmeterVersion.in(folder).map(version -> new JmeterHome(folder, version));
    }

    boolean isNewEnough() {
        return JmeterVersion.isNewEnough(version);
    }

    /**
     * JMeter on the JDK that runs us, not started yet, its output not redirected. JMeter looks for its settings where
     * it is started, before it does in its own folder, and they may name code for it to run. So it is started in a
     * folder that is empty and stays so.
     *
     * @param heap for its users, where the environment's HEAP does not say another one; JVM_ARGS count as well
     */
    public ProcessBuilder command(List<String> jmeterArguments, JmeterHeap heap, Path emptyFolder) {
        return command(jmeterArguments, heap.options()).directory(emptyFolder.toFile());
    }

    /**
     * The same, to be started where its user is: a plan's relative names of files mean that folder. Its settings are
     * its own all the same, by absolute names.
     *
     * @param heap     where empty, as large as JMeter's own scripts have it
     * @param settings the file to write those names to
     */
    public ProcessBuilder commandHere(List<String> jmeterArguments, Optional<JmeterHeap> heap, Path settings)
            throws IOException {
        writeSettings(settings);
        List<String> arguments = new ArrayList<>(List.of("-p", settings.toString()));
        arguments.addAll(jmeterArguments);
        return command(arguments, heap.map(JmeterHeap::options).orElse(RELEASE_HEAP));
    }

    private void writeSettings(Path file) throws IOException {
        Path bin = home.resolve("bin");
        Properties settings = new Properties();
        try (InputStream own = Files.newInputStream(bin.resolve("jmeter.properties"))) {
            settings.load(own);
        }
        SOUGHT.forEach((property, byDefault) ->
                settings.setProperty(property, bin.resolve(settings.getProperty(property, byDefault)).toString()));
        try (OutputStream out = Files.newOutputStream(file)) {
            settings.store(out, null);
        }
    }

    private ProcessBuilder command(List<String> jmeterArguments, List<String> heap) {
        List<String> command = Java.command();
        command.add("-Dlog4j.configurationFile=" + home.resolve("bin/log4j2.xml").toUri());      // sought, too
        command.addAll(jvmOptions(System.getenv(), heap));
        command.add("-jar");
        command.add(home.resolve("bin/ApacheJMeter.jar").toString());
        command.addAll(jmeterArguments);
        return new ProcessBuilder(command);
    }

    static List<String> jvmOptions(Map<String, String> environment, List<String> heap) {
        List<String> options = new ArrayList<>();
        OPENED.forEach(opened -> options.add("--add-opens=" + opened + "=ALL-UNNAMED"));
        options.add("--sun-misc-unsafe-memory-access=allow");      // else JDK 24 and newer warn of what XStream does
        options.add("-Duser.language=en");                         // the report's numbers and JMeter's messages
        options.add("-Duser.region=EN");
        options.addAll(words(environment.getOrDefault("HEAP", String.join(" ", heap))));
        options.addAll(words(environment.getOrDefault("JVM_ARGS", "")));
        return options;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
