package doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says how to carry the project's folder, with what was built and fetched, to machines without a network. Immutable.
 *
 * @param jdk       the JDK that this runs on
 * @param hasJmeter whether a JMeter is carried with it
 */
record Carrying(Path repository, Path jdk, boolean hasJmeter) {
    private static final String TEXT = """

            To carry it, pack the whole folder, what is hidden in it too (%s), and unpack it on a disk of each machine:
                tar -C %s%s -chf /media/stick/%s.tar %s
                tar -xf /media/stick/%s.tar && cd %s && ./run.sh doctor
            A stick's own file system (FAT, exFAT) keeps neither links nor the right to execute: the tar file does.
            From disk to disk, cp -R works as well.
            Each machine needs a JDK 25 for its own system, in JAVA_HOME, on the PATH or where installers put it (this
            one's, %s %s: %s, %s). One from the stick does, too:
                JAVA_HOME=/path/to/the/jdk ./run.sh loom
            %s""";
    private static final String NO_JMETER = """
            Each machine also needs JMeter 5.5 or newer, on the PATH or in JMETER_HOME.
            """;

    /** Results are this machine's; and who has the key can make jmeter-servers that have it send load. */
    private static final List<String> LEFT_OUT = List.of("jmeter/results", "jmeter/home/rmi-keystore.p12");

    @Override
    public String toString() {
        String name = quoted(repository.getFileName().toString());
        String leftOut = LEFT_OUT.stream().filter(each -> Files.exists(repository.resolve(each)))
                .map(each -> " --exclude=" + quoted(repository.getFileName() + "/" + each))
                .collect(Collectors.joining());
        Size all = size(repository, LEFT_OUT.stream().map(repository::resolve).toList());
        return TEXT.formatted(all, quoted(repository.getParent().toString()), leftOut, name, name, name, name,
                System.getProperty("os.name"), System.getProperty("os.arch"), jdk, size(jdk, List.of()),
                hasJmeter ? "" : NO_JMETER);
    }

    private static Size size(Path folder, List<Path> leftOut) {
        try {
            return Size.without(folder, leftOut);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a shell reads it. */
    private static String quoted(String text) {
        return text.matches("[\\w./+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
