package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;

/**
 * A claim about a contender's figure, or about its ratio to another contender's or to theory's, stated before the
 * measurement:
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
 *
 * @param base the contender whose figure is the divisor, or {@link #THEORY}; empty for a bound in the metric's unit
 * @param metric the name of a {@code experiment.Metric}, which the command checks
 * @param expected bounds that must all hold; may be empty if there are refuting bounds
 * @param refuting any of these bounds refutes the hypothesis if it holds; if empty, a failed expected bound does
 */
public record Hypothesis(String contender, String base, String metric, Load load, List<Bound> expected,
        List<Bound> refuting) {
    public static final String THEORY = "theory";
    static final String EXPECT = "expect";
    static final String REFUTE = "refute";
    private static final Set<String> KEEP_CONDITIONS = Set.of("users", "rate", "burst", "only", "warmup",
            "warmup-cycles", "seconds", "repeat", "drain", "start-timeout", EXPECT, REFUTE);
    private static final Pattern STATEMENT =
            Pattern.compile("(\\S+?)(?:\\s*/\\s*(\\S+))?\\s+(\\S.*?)\\s*(>=|<=|>|<)\\s*(\\S+)(?:\\s+at\\s+(\\S.*))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

    public record Bound(Relation relation, double value) {
        public enum Relation {
            AT_LEAST(">=", (ratio, value) -> ratio >= value), AT_MOST("<=", (ratio, value) -> ratio <= value),
            MORE(">", (ratio, value) -> ratio > value), LESS("<", (ratio, value) -> ratio < value);

            private final String symbol;
            private final BiPredicate<Double, Double> holds;

            Relation(String symbol, BiPredicate<Double, Double> holds) {
                this.symbol = symbol;
                this.holds = holds;
            }
        }

        static Bound of(String symbol, double value) {
            return new Bound(Arrays.stream(Relation.values()).filter(each -> each.symbol.equals(symbol)).findFirst()
                    .orElseThrow(), value);
        }

        public boolean holds(double ratio) {
            return relation.holds.test(ratio, value);
        }

        @Override
        public String toString() {
            return relation.symbol + " " + (value == Math.rint(value) ? Long.toString((long) value) : "" + value);
        }
    }

    public String subject() {
        return names() + ", " + metric + " at " + load.name();
    }

    public String names() {
        return base.isEmpty() ? contender : contender + " / " + base;
    }

    private Hypothesis and(Hypothesis more) {
        return new Hypothesis(contender, base, metric, load, concat(expected, more.expected),
                concat(refuting, more.refuting));
    }

    private static List<Bound> concat(List<Bound> some, List<Bound> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** It suffices to try each bound's value and the numbers next to it: in between, nothing changes. */
    private boolean isConsistent() {
        return expected.isEmpty() || concat(expected, refuting).stream().map(Bound::value)
                .flatMap(value -> Stream.of(Math.nextDown(value), value, Math.nextUp(value)))
                .noneMatch(ratio -> expected.stream().allMatch(bound -> bound.holds(ratio))
                        && refuting.stream().anyMatch(bound -> bound.holds(ratio)));
    }

    static List<Hypothesis> read(Values values, List<Contender> contenders, List<Load> loads)
            throws UsageException {
        Reader reader = new Reader(values.name(), contenders.stream().map(Contender::name).toList(), loads,
                new LinkedHashMap<>());
        Map<String, String> own = values.own();
        Map<String, String> overrides = values.overrides();
        // a contender that is only added leaves the file's contenders as they are
        boolean changesConditions = overrides.keySet().stream().anyMatch(key -> !KEEP_CONDITIONS.contains(key)
                && (own.containsKey(key) || !key.startsWith(Contender.PREFIX)));
        boolean skipsUnknown = !Set.of(EXPECT, REFUTE).containsAll(overrides.keySet());
        for (String key : List.of(EXPECT, REFUTE)) {
            if (overrides.containsKey(key)) {
                reader.read(key, overrides.get(key), false);
            } else if (!changesConditions) {
                reader.read(key, own.getOrDefault(key, ""), skipsUnknown);
            }
        }
        return List.copyOf(reader.all.values());
    }

    private record Reader(String name, List<String> contenders, List<Load> loads, Map<String, Hypothesis> all) {

        void read(String key, String statements, boolean skipsUnknown) throws UsageException {
            for (String statement : Stream.of(statements.split("[;\n]")).map(String::strip).toList()) {
                if (!statement.isEmpty()) {
                    read(key, statement, skipsUnknown, name + ": " + key + ": '" + statement + "'");
                }
            }
        }

        private void read(String key, String statement, boolean skipsUnknown, String where) throws UsageException {
            Matcher parts = STATEMENT.matcher(statement);
            if (!parts.matches()) {
                throw new UsageException(where + " is not CONTENDER/CONTENDER METRIC >= NUMBER at LOAD (or >, <=, <), "
                        + "such as loom/pool-200 throughput >= 4.5 at 1000");
            }
            String base = Objects.requireNonNullElse(parts.group(2), "");
            List<Bound> bound = List.of(bound(parts.group(4), parts.group(5), base.isEmpty() ? 0 : 1e-9, where));
            List<String> bases = Stream.concat(contenders.stream(), Stream.of(THEORY)).toList();
            List<Load> meant = loads.stream().filter(load -> isNamed(load, parts.group(6))).toList();
            if (skipsUnknown && (meant.size() != 1 || !contenders.contains(parts.group(1))
                    || !base.isEmpty() && !bases.contains(base))) {
                return;
            }
            boolean expects = key.equals(EXPECT);
            Hypothesis one = new Hypothesis(known(parts.group(1), "contender", contenders, where),
                    base.isEmpty() ? base : known(base, "contender", bases, where), parts.group(3),
                    only(meant, parts.group(6), where), expects ? bound : List.of(), expects ? List.of() : bound);
            if (!all.merge(one.subject(), one, Hypothesis::and).isConsistent()) {
                throw new UsageException(where + ": the same ratio would both meet the expectation and refute it");
            }
        }

        private static String known(String text, String what, List<String> all, String where) throws UsageException {
            if (!all.contains(text)) {
                throw new UsageException(where + ": no " + what + " '" + text + "'; there are "
                        + String.join(", ", all));
            }
            return text;
        }

        private static Bound bound(String symbol, String number, double least, String where) throws UsageException {
            if (!NUMBER.matcher(number).matches() || Double.parseDouble(number) < least) {
                throw new UsageException(where + ": '" + number + "' is not a number" + (least > 0 ? " above 0" : ""));
            }
            return Bound.of(symbol, Double.parseDouble(number));
        }

        private Load only(List<Load> meant, String text, String where) throws UsageException {
            if (meant.size() == 1) {
                return meant.getFirst();
            }
            throw new UsageException(where + ": " + (text == null ? "at which load? "
                    : (meant.isEmpty() ? "no load '" + text + "'" : "'" + text + "' names several loads")
                    + "; there are ") + loads.stream().map(Load::name).collect(Collectors.joining("; ")));
        }

        /** @param text such as {@code 1000}, {@code 1,000 users}, {@code /rpc 1000}; null names every load */
        private static boolean isNamed(Load load, String text) {
            if (text == null) {
                return true;
            }
            boolean hasPath = text.startsWith("/");
            String path = hasPath ? text.split("[,\\s]")[0] : load.path();
            String amount = (hasPath ? text.substring(path.length()) : text).replace(",", "").strip();
            return path.equals(load.path()) && (amount.isEmpty() || amount.equals(Long.toString((long) load.amount()))
                    || amount.equals(load.label().replace(",", "")));
        }
    }
}
