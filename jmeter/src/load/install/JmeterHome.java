package load.install;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import common.commandline.Tool;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleDescriptor.Version;
import process.Executables;

/**
 * A folder with a JMeter, and how to run it.
 *
 * @param home    JMETER_HOME in JMeter's scripts
 * @param version such as 5.6.3
 */
public record JmeterHome(Path home, String version) {
    /** The heap that JMeter's own scripts set. */
    public static final List<String> RELEASE_HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:MaxMetaspaceSize=256m");
    /** The first version with the Open Model Thread Group. */
    static final String OLDEST = "5.5";
    private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,4}\\.\\d{1,4})(\\D.*)?");
    private static final int LEAST_YOUNG_MIB = 256;
    /** Reached at 4,096 users. With more, collections are more frequent, but even 10,000 users fit on a laptop. */
    private static final int MOST_YOUNG_MIB = 1_536;
    /** For JMeter itself, and as free space into which the collector moves objects. */
    private static final int OLD_MIB = 256;
    private static final int OLD_USERS_PER_MIB = 16;
    private static final Map<String, String> SETTINGS_FILES = Map.of("user.properties", "user.properties",
            "system.properties", "system.properties", "saveservice_properties", "saveservice.properties");

    static Optional<JmeterHome> in(Path folder) {
        Path core = folder.resolve("lib/ext/ApacheJMeter_core.jar");
        if (!Files.isRegularFile(core) || !Files.isRegularFile(folder.resolve("bin/ApacheJMeter.jar"))) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(core.toFile())) {
            return Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue("Implementation-Version"))
                    .map(version -> new JmeterHome(folder, version));
        } catch (IOException e) {
            return Optional.empty();      // such a JMeter cannot run
        }
    }

    boolean isNewEnough() {
        Matcher offered = MAJOR_MINOR.matcher(version);
        return offered.matches() && Version.parse(offered.group(1)).compareTo(Version.parse(OLDEST)) >= 0;
    }

    /** JMeter's file also has its properties' defaults, as comments. */
    public boolean hasProperty(String name) throws IOException {
        String file = Files.readString(home.resolve("bin/jmeter.properties"), StandardCharsets.ISO_8859_1);
        return name.startsWith("jmeter.") || Pattern.compile("(?m)^#? *" + Pattern.quote(name) + " *=").matcher(file)
                .find();
    }

    public boolean isIn(Path repository) {
        return home.startsWith(repository);
    }

    /**
     * The heap and collector of a JMeter that plays this many users. A collection scans the stacks of all users'
     * threads, which takes 100 ms for 4,000 users. Users whose answers arrive during the pause then send together, and
     * stay in step. To keep collections rare, the young generation has room for about ten samples per user, with
     * 35 KiB of garbage each. At most half of the machine's memory, because the JVM touches all of it at its start.
     */
    public static List<String> heap(int users) {
        return heap(users, ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 21);
    }

    static List<String> heap(int users, long mostMib) {
        int young = Math.clamp(users * 3L / 8, LEAST_YOUNG_MIB, MOST_YOUNG_MIB);
        long total = Math.min(young + OLD_MIB + users / OLD_USERS_PER_MIB, mostMib);
        return List.of("-XX:+UseG1GC",             // the shortest pauses with 4,000 threads
                "-Xms" + total + "m", "-Xmx" + total + "m", "-Xmn" + young + "m",
                "-XX:+AlwaysPreTouch",             // else the kernel hands out pages while the lab measures
                "-XX:+UseCompactObjectHeaders",    // JEP 519
                RELEASE_HEAP.getLast());
    }

    /**
     * The command that runs JMeter on this program's JDK. By default, JMeter would look for settings first in the
     * current folder. Settings can name code to run, so the command gives the absolute paths of JMeter's own.
     *
     * @param heap     used unless the environment sets HEAP; JVM_ARGS applies, too
     * @param settings the file to write, with JMeter's properties
     */
    public ProcessBuilder command(List<String> jmeterArguments, List<String> heap, Path settings) throws IOException {
        Path bin = home.resolve("bin");
        Properties written = new Properties();
        try (InputStream own = Files.newInputStream(bin.resolve("jmeter.properties"));
                OutputStream out = Files.newOutputStream(settings)) {
            written.load(own);
            SETTINGS_FILES.forEach((property, byDefault) ->
                    written.setProperty(property, bin.resolve(written.getProperty(property, byDefault)).toString()));
            written.store(out, null);
        } catch (IOException e) {
            throw Tool.named(settings, e);
        }
        List<String> command = Executables.javaCommand();
        command.add("-Dlog4j.configurationFile=" + bin.resolve("log4j2.xml").toUri());
        command.addAll(jvmOptions(System.getenv(), heap));
        command.addAll(List.of("-jar", bin.resolve("ApacheJMeter.jar").toString(), "-p", settings.toString()));
        command.addAll(jmeterArguments);
        return new ProcessBuilder(command);
    }

    static List<String> jvmOptions(Map<String, String> environment, List<String> heap) {
        List<String> options = new ArrayList<>();
        options.add("@" + Tool.repository().resolve("jmeter/launcher/jvm-options"));
        options.add("--sun-misc-unsafe-memory-access=allow");      // else the JDK warns about XStream
        options.addAll(words(environment.getOrDefault("HEAP", String.join(" ", heap))));
        options.addAll(words(environment.getOrDefault("JVM_ARGS", "")));
        return options;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
