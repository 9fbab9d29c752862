package load.install;

import module java.base;
import java.util.jar.Attributes;

/** A folder that looks like a JMeter. Its jar can start a class of the tests instead. */
public final class MadeHome {
    private MadeHome() {
    }

    public static Path in(Path folder, String version, String mainClass) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString()).collect(Collectors.joining(" "));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        for (String jar : List.of("bin/ApacheJMeter.jar", "lib/ext/ApacheJMeter_core.jar")) {
            Path file = folder.resolve(jar);
            Files.createDirectories(file.getParent());
            new JarOutputStream(Files.newOutputStream(file), manifest).close();
        }
        Files.writeString(folder.resolve("bin/jmeter.properties"), "# known.property = 1\n");
        return folder;
    }
}
