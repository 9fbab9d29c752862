package lab.plan;

import module java.base;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Message;
import load.PlanXml;
import load.install.FileTree;

/**
 * A test plan's file, what its XML says, and its properties with their defaults.
 *
 * @param ours whether the file is in jmeter/plans, where every property is a {@code ${__P(name,default)}}
 */
record TestPlan(Path file, boolean ours, PlanXml xml, Map<String, String> defaults) {
    private static final String SUFFIX = ".jmx";

    private enum Kind {
        PORT("a port, 1 to 65535", value -> HostPort.isPort(value) && Integer.parseInt(value) > 0),
        ARRIVALS("random or even", value -> value.matches("random|even")),
        POSITIVE("a whole number from 1", value -> value.matches("0*[1-9]\\d{0,8}")),
        HOST("the name or address of a machine, without http:// or https:// (nothing here measures TLS)",
                value -> !value.contains("/")),
        RATE("a number above 0", value -> value.matches("(?=.*[1-9])\\d{1,9}(\\.\\d{1,9})?")),
        WHOLE("a whole number", value -> value.matches("\\d{1,9}")),
        DECIMAL("a number", value -> value.matches("\\d{1,9}(\\.\\d{1,9})?")),
        BOOLEAN("true or false", value -> value.matches("true|false")),
        TEXT("a text", _ -> true);

        private final String what;
        private final Predicate<String> accepts;

        Kind(String what, Predicate<String> accepts) {
            this.what = what;
            this.accepts = accepts;
        }

        /** The name decides, unless the plan's default is of another kind. */
        static Kind of(String name, String byDefault) {
            Kind named = switch (name) {
                case "host" -> HOST;
                case "port" -> PORT;
                case "arrivals" -> ARRIVALS;
                case "users", "seconds", "loops", "connect_ms", "response_ms" -> POSITIVE;  // 0 ms would mean no limit
                case "rate" -> RATE;
                default -> WHOLE;
            };
            return Stream.of(named, WHOLE, DECIMAL, BOOLEAN, TEXT)
                    .filter(kind -> kind.accepts.test(byDefault))
                    .findFirst().orElseThrow();
        }
    }

    static TestPlan find(Path repository, String nameOrPath) throws IOException {
        return find(repository, nameOrPath, Map.of());
    }

    /** @param given properties, of which one says where included files are */
    static TestPlan find(Path repository, String nameOrPath, Map<String, String> given) throws IOException {
        Path folder = folder(repository);
        Path path = Path.of(nameOrPath);
        for (Path file : nameOrPath.contains("/") ? List.of(path)
                : List.of(folder.resolve(nameOrPath + SUFFIX), folder.resolve(nameOrPath), path)) {
            if (Files.isRegularFile(file)) {
                return read(file.toAbsolutePath().normalize(), folder,
                        given.getOrDefault(PlanXml.INCLUDE_PREFIX, ""));
            }
        }
        throw new UsageException("no such plan: " + nameOrPath + "; choose from " + String.join(", ", names(repository))
                + ", or give the path of a .jmx file");
    }

    static List<String> names(Path repository) throws IOException {
        return FileTree.list(folder(repository)).stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(SUFFIX))
                .map(name -> name.replace(SUFFIX, ""))
                .toList();
    }

    private static Path folder(Path repository) {
        return repository.resolve("jmeter/plans");
    }

    private static TestPlan read(Path file, Path folder, String includePrefix) throws IOException {
        PlanXml xml = PlanXml.read(file, includePrefix);
        return new TestPlan(file, file.getParent().equals(folder.toAbsolutePath().normalize()), xml, xml.defaults());
    }

    String name() {
        return file.getFileName().toString().replace(SUFFIX, "");
    }

    /** With what follows from what the user gives. */
    Map<String, String> resolved(Map<String, String> given) throws IOException {
        return ours ? Message.resolved(given) : given;
    }

    /** Empty if the plan does not read the property. */
    Optional<String> value(String property, Map<String, String> given) {
        return Optional.ofNullable(defaults.get(property)).map(byDefault -> given.getOrDefault(property, byDefault));
    }

    /** 0 if the property's value is not a number. */
    double number(String property, Map<String, String> given) {
        return value(property, given)
                .filter(Kind.DECIMAL.accepts)
                .map(Double::valueOf)
                .orElse(0.0);
    }

    /**
     * Rejects what JMeter would ignore. A name with a dot may be a property of JMeter itself. What somebody else's plan
     * does with a value, only its owner knows.
     */
    void check(Map<String, String> given) {
        if (!ours) {
            return;
        }
        for (Map.Entry<String, String> property : given.entrySet()) {
            String name = property.getKey();
            Kind kind = defaults.containsKey(name) ? Kind.of(name, defaults.get(name)) : Kind.TEXT;
            if (!kind.accepts.test(property.getValue())) {
                throw new UsageException("-J" + name + " takes " + kind.what + ", not: " + property.getValue());
            }
            if (!defaults.containsKey(name) && !name.contains(".")) {
                throw new UsageException(name() + " does not read the property " + name + "; it has "
                        + String.join(", ", defaults.keySet()));
            }
        }
    }
}
