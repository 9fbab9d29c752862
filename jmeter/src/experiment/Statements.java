package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;
import experiment.Hypothesis.Bound;

/**
 * Reads hypotheses:
 *
 * <pre>
 * expect = loom/pool-200 throughput >= 4.5 at 1000
 * refute = loom/pool-200 throughput < 3 at 1000
 * expect = loom/theory throughput >= 0.95 at 1000
 * expect = loom p99 latency <= 1500 at 1000
 * </pre>
 *
 * A key may be repeated, or have several statements separated by semicolons. {@code at} names the load by path, by
 * amount, by both, or as the report does. An experiment with a single load needs no {@code at}.
 */
final class Statements {
    static final String EXPECT = "expect";
    static final String REFUTE = "refute";
    private static final Set<String> KEYS = Set.of(EXPECT, REFUTE);
    private static final Set<String> KEEP_CONDITIONS = Set.of("users", "rate", "burst", "only",
            "warmup", "warmup-cycles", "seconds", "repeat", "drain", "start-timeout",
            EXPECT, REFUTE);
    private static final Pattern STATEMENT = Pattern.compile(
            "(?<contender>\\S+?)(?:\\s*/\\s*(?<base>\\S+))?\\s+(?<metric>\\S.*?)"
            + "\\s*(?<relation>>=|<=|>|<)\\s*(?<number>\\S+)(?:\\s+at\\s+(?<load>\\S.*))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
    private static final double LEAST_RATIO = 1e-9;

    private final Values values;
    private final List<String> contenders;
    private final List<String> bases;
    private final List<Load> loads;
    private final Map<String, Hypothesis> all = new LinkedHashMap<>();

    private Statements(Values values, List<String> contenders, List<Load> loads) {
        this.values = values;
        this.contenders = contenders;
        this.bases = Stream.concat(contenders.stream(), Stream.of(Hypothesis.THEORY)).toList();
        this.loads = loads;
    }

    static List<Hypothesis> read(Values values, List<Contender> contenders, List<Load> loads)
            throws UsageException {
        List<String> names = contenders.stream().map(Contender::name).toList();
        Statements statements = new Statements(values, names, loads);
        statements.read(EXPECT);
        statements.read(REFUTE);
        return List.copyOf(statements.all.values());
    }

    /** Ignores a file's statement if options change what it is about. */
    private void read(String key) throws UsageException {
        boolean isOfFile = !values.isOverridden(key);
        if (isOfFile && changesConditions()) {
            return;
        }
        boolean skipsUnknown = isOfFile && !KEYS.containsAll(values.overrides().keySet());
        for (String line : values.lines(key)) {
            for (String statement : line.split(";")) {
                if (!statement.isBlank()) {
                    read(key, statement.strip(), skipsUnknown);
                }
            }
        }
    }

    /** A contender that is only added leaves the file's contenders as they are. */
    private boolean changesConditions() {
        return values.overrides().keySet().stream()
                .filter(key -> !KEEP_CONDITIONS.contains(key))
                .anyMatch(key -> !key.startsWith(Contender.PREFIX) || values.own().containsKey(key));
    }

    private void read(String key, String statement, boolean skipsUnknown) throws UsageException {
        Matcher parts = STATEMENT.matcher(statement);
        if (!parts.matches()) {
            throw values.error(key, "'" + statement + "' is not "
                    + "CONTENDER/CONTENDER METRIC >= NUMBER at LOAD (or >, <=, <), "
                    + "such as loom/pool-200 throughput >= 4.5 at 1000");
        }
        try {
            Hypothesis one = hypothesis(parts, key.equals(EXPECT));
            if (!all.merge(one.subject(), one, Hypothesis::and).isConsistent()) {
                throw new Mistake("the same ratio would both meet the expectation and refute it", false);
            }
        } catch (Mistake e) {
            if (!skipsUnknown || !e.isAboutUnknown) {
                throw values.error(key, "'" + statement + "': " + e.getMessage());
            }
        }
    }

    private static final class Mistake extends Exception {
        private static final long serialVersionUID = 1;
        private final boolean isAboutUnknown;

        Mistake(String message, boolean isAboutUnknown) {
            super(message);
            this.isAboutUnknown = isAboutUnknown;
        }
    }

    private Hypothesis hypothesis(Matcher parts, boolean isExpected) throws Mistake {
        String base = Objects.requireNonNullElse(parts.group("base"), "");
        List<Bound> bound = List.of(bound(parts, base.isEmpty() ? 0 : LEAST_RATIO));
        checkKnown(parts.group("contender"), contenders);
        if (!base.isEmpty()) {
            checkKnown(base, bases);
        }
        return new Hypothesis(parts.group("contender"), base, parts.group("metric"),
                load(Optional.ofNullable(parts.group("load"))),
                isExpected ? bound : List.of(), isExpected ? List.of() : bound);
    }

    private static Bound bound(Matcher parts, double least) throws Mistake {
        String number = parts.group("number");
        if (!NUMBER.matcher(number).matches() || Double.parseDouble(number) < least) {
            throw new Mistake("'" + number + "' is not a number" + (least > 0 ? " above 0" : ""), false);
        }
        return Bound.of(parts.group("relation"), Double.parseDouble(number));
    }

    private static void checkKnown(String name, List<String> known) throws Mistake {
        if (!known.contains(name)) {
            throw new Mistake("no contender '" + name + "'; there are " + String.join(", ", known), true);
        }
    }

    private Load load(Optional<String> text) throws Mistake {
        List<Load> meant = loads.stream()
                .filter(load -> text.isEmpty() || isNamed(load, text.get()))
                .toList();
        String all = loads.stream().map(Load::name).collect(Collectors.joining("; "));
        if (meant.size() == 1) {
            return meant.getFirst();
        }
        if (text.isEmpty()) {
            throw new Mistake("at which load? " + all, true);
        }
        String wrong = meant.isEmpty() ? "no load '" + text.get() + "'"
                : "'" + text.get() + "' names several loads";
        throw new Mistake(wrong + "; there are " + all, true);
    }

    /** @param text such as {@code 1000}, {@code 1,000 users} or {@code /rpc 1000} */
    private static boolean isNamed(Load load, String text) {
        String path = text.startsWith("/") ? text.split("[,\\s]")[0] : "";
        String amount = text.substring(path.length()).replace(",", "").strip();
        boolean isAmount = amount.isEmpty()
                || amount.equals(Long.toString((long) load.amount()))
                || amount.equals(load.label().replace(",", ""));
        return isAmount && (path.isEmpty() || path.equals(load.path()));
    }
}
