package experiment;

import module java.base;
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

    static List<Hypothesis> read(Values values, List<Contender> contenders, List<Load> loads) {
        List<String> names = contenders.stream().map(Contender::name).toList();
        Statements statements = new Statements(values, names, loads);
        statements.read(EXPECT);
        statements.read(REFUTE);
        return List.copyOf(statements.all.values());
    }

    /** Ignores a file's statement if options change what it is about. */
    private void read(String key) {
        boolean isOfFile = !values.isOverridden(key);
        if (isOfFile && changesConditions()) {
            return;
        }
        boolean skipsUnknown = isOfFile && !KEYS.containsAll(values.overrides().keySet());
        for (String statement : String.join(";", values.lines(key)).split(";")) {
            if (!statement.isBlank()) {
                read(key, statement.strip(), skipsUnknown);
            }
        }
    }

    /** A contender that is only added leaves the file's contenders as they are. */
    private boolean changesConditions() {
        return values.overrides().keySet().stream()
                .filter(key -> !KEEP_CONDITIONS.contains(key))
                .anyMatch(key -> !key.startsWith(Contender.PREFIX) || values.own().containsKey(key));
    }

    private void read(String key, String statement, boolean skipsUnknown) {
        Matcher parts = STATEMENT.matcher(statement);
        String where = "'" + statement + "'";
        if (!parts.matches()) {
            throw values.error(key, where
                    + " is not CONTENDER/CONTENDER METRIC >= NUMBER at LOAD (or >, <=, <), "
                    + "such as loom/pool-200 throughput >= 4.5 at 1000");
        }
        String contender = parts.group("contender");
        String base = Objects.requireNonNullElse(parts.group("base"), "");
        String number = parts.group("number");
        if (!isBound(number, base)) {
            throw values.error(key, where + ": '" + number + "' is not a number"
                    + (base.isEmpty() ? "" : " above 0"));
        }
        String at = Objects.requireNonNullElse(parts.group("load"), "");
        List<Load> meant = loads.stream().filter(load -> isNamed(load, at)).toList();
        Optional<String> unknown = unknown(contender, base).or(() -> unclear(at, meant));
        if (unknown.isPresent() && skipsUnknown) {
            return;
        }
        if (unknown.isPresent()) {
            throw values.error(key, where + ": " + unknown.get());
        }
        Bound bound = Bound.of(parts.group("relation"), Double.parseDouble(number));
        Hypothesis one = new Hypothesis(contender, base, parts.group("metric"), meant.getFirst(),
                key.equals(EXPECT) ? List.of(bound) : List.of(),
                key.equals(REFUTE) ? List.of(bound) : List.of());
        if (!all.merge(one.subject(), one, Hypothesis::and).isConsistent()) {
            throw values.error(key, where
                    + ": the same ratio would both meet the expectation and refute it");
        }
    }

    /** A ratio is positive. */
    private static boolean isBound(String number, String base) {
        return NUMBER.matcher(number).matches()
                && (base.isEmpty() || Double.parseDouble(number) > 0);
    }

    private Optional<String> unknown(String contender, String base) {
        boolean isContender = contenders.contains(contender);
        if (isContender && (base.isEmpty() || bases.contains(base))) {
            return Optional.empty();
        }
        return Optional.of("no contender '" + (isContender ? base : contender) + "'; there are "
                + String.join(", ", isContender ? bases : contenders));
    }

    private Optional<String> unclear(String at, List<Load> meant) {
        if (meant.size() == 1) {
            return Optional.empty();
        }
        String all = loads.stream().map(Load::name).collect(Collectors.joining("; "));
        if (at.isEmpty()) {
            return Optional.of("at which load? " + all);
        }
        String wrong = meant.isEmpty() ? "no load '" + at + "'" : "'" + at + "' names several loads";
        return Optional.of(wrong + "; there are " + all);
    }

    /** @param text such as {@code 1000}, {@code 1,000 users} or {@code /rpc 1000}; empty for each load */
    private static boolean isNamed(Load load, String text) {
        String path = text.startsWith("/") ? text.split("[,\\s]")[0] : "";
        String amount = text.substring(path.length()).replace(",", "").strip();
        boolean isAmount = amount.isEmpty()
                || amount.equals(Long.toString((long) load.amount()))
                || amount.equals(load.label().replace(",", ""));
        return isAmount && (path.isEmpty() || path.equals(load.path()));
    }
}
