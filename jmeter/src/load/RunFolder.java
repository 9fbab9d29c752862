package load;

import module java.base;

/** The folder of one run, in jmeter/results. */
public record RunFolder(Path path) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** The folder is new even if two runs start in the same second. */
    public static RunFolder create(Path repository, String plan) throws IOException {
        Path first = results(repository).resolve(plan + "-" + LocalDateTime.now().format(TIME));
        for (int attempt = 1; ; attempt++) {
            try {
                return new RunFolder(Files.createDirectory(attempt == 1 ? first : Path.of(first + "-" + attempt)));
            } catch (FileAlreadyExistsException e) {
                continue;      // with the next number
            }
        }
    }

    public static Path results(Path repository) throws IOException {
        return Files.createDirectories(repository.resolve("jmeter/results").toAbsolutePath().normalize());
    }

    public Path samples() {
        return path.resolve("samples.jtl");
    }

    public Path log() {
        return path.resolve("jmeter.log");
    }

    public Path settings() {
        return path.resolve("jmeter.properties");
    }

    public Path output() {
        return path.resolve("output.txt");
    }

    public Path dashboard() {
        return path.resolve("dashboard");
    }

    /** JMeter sorts the dashboard's samples here. By default, it uses the current folder. */
    public Path temporary() {
        return path.resolve("temporary");
    }
}
