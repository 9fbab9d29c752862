package lab.define;

import common.commandline.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Hypothesis.Bound;

/**
 * Reads what an experiment expects and what would refute it, the keys {@code expect} and {@code refute}:
 *
 * <pre>
 * expect = loom/pool-200 throughput >= 4.5 at 1000
 * refute = loom/pool-200 throughput < 3 at 1000
 * </pre>
 *
 * A key may stand several times, or have several statements with semicolons between them. A load is named by its path,
 * its amount, or as the report has it; where there is but one, not at all. Used by one thread.
 */
public final class Hypotheses {
    static final String EXPECT = "expect";
    static final String REFUTE = "refute";
    /** Keys of which several values count. */
    private static final Set<String> KEYS = Set.of(EXPECT, REFUTE);
    /** What may be overridden and the file's statements still be meant: they are about its contenders and waits. */
    private static final Set<String> NEUTRAL =
            Set.of("users", "rate", "burst", "only", "warmup", "warmup-cycles", "seconds", "repeat", "drain", EXPECT,
                    REFUTE);
    private static final Pattern STATEMENT =
            Pattern.compile("(\\S+?)\\s*/\\s*(\\S+)\\s+(\\S.*?)\\s*(>=|<=|>|<)\\s*(\\S+)(?:\\s+at\\s+(\\S.*))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

    private final String name;
    private final List<String> contenders;
    private final List<Load> loads;
    private final List<Hypothesis> all = new ArrayList<>();

    private Hypotheses(String name, List<Contender> contenders, List<Load> loads) {
        this.name = name;
        this.contenders = contenders.stream().map(Contender::name).toList();
        this.loads = loads;
    }

    /** What becomes of a further value of a key, in a file or on a command line. */
    public static String joined(String key, String before, String value) {
        return KEYS.contains(key) ? before + ";" + value : value;
    }

    /**
     * @param values     of the file and the command line
     * @param own        the file's own
     * @param overridden the keys that the command line has
     * @param contenders those that take part
     */
    static List<Hypothesis> of(String name, Map<String, String> values, Map<String, String> own,
            Set<String> overridden, List<Contender> contenders, List<Load> loads) throws UsageException {
        Hypotheses hypotheses = new Hypotheses(name, contenders, loads);
        boolean others = overridden.stream().anyMatch(key -> !NEUTRAL.contains(key) && !isNew(key, own));
        for (String key : List.of(EXPECT, REFUTE)) {
            boolean ofFile = !overridden.contains(key);
            boolean changed = ofFile && overridden.stream().anyMatch(each -> !KEYS.contains(each));
            if (!(ofFile && others)) {
                hypotheses.add(key, values.getOrDefault(key, ""), changed);
            }
        }
        return List.copyOf(hypotheses.all);
    }

    /** A contender beside the file's own changes nothing of theirs. */
    private static boolean isNew(String key, Map<String, String> own) {
        return key.startsWith("contender.") && !own.containsKey(key);
    }

    /** @param changed whether what a statement of the file names may have been left out by the command line */
    private void add(String key, String statements, boolean changed) throws UsageException {
        for (String statement : Stream.of(statements.split(";")).map(String::strip).toList()) {
            if (!statement.isEmpty()) {
                Optional<Hypothesis> read = read(key, statement, changed);
                if (read.isPresent()) {
                    merge(read.get(), name + ": " + key + ": '" + statement + "'");
                }
            }
        }
    }

    private void merge(Hypothesis one, String where) throws UsageException {
        Optional<Hypothesis> other = all.stream().filter(one::hasSubjectOf).findFirst();
        Hypothesis whole = other.map(before -> new Hypothesis(one.contender(), one.base(), one.metric(), one.load(),
                both(before.expected(), one.expected()), both(before.refuting(), one.refuting()))).orElse(one);
        if (!whole.isConsistent()) {
            throw new UsageException(where + ": the same ratio would be expected and refute it");
        }
        other.ifPresentOrElse(before -> all.set(all.indexOf(before), whole), () -> all.add(whole));
    }

    private static List<Bound> both(List<Bound> some, List<Bound> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Nothing where the command line has left out what it is about. */
    private Optional<Hypothesis> read(String key, String statement, boolean changed) throws UsageException {
        String where = name + ": " + key + ": '" + statement + "'";
        Matcher parts = STATEMENT.matcher(statement);
        if (!parts.matches()) {
            throw new UsageException(where + " is not CONTENDER/CONTENDER METRIC >= NUMBER at LOAD (or >, <=, <), "
                    + "as in loom/pool-200 throughput >= 4.5 at 1000");
        }
        String metric = metric(parts.group(3), where);
        Bound bound = bound(parts.group(4), parts.group(5), where);
        List<Load> meant = loads.stream().filter(load -> isNamed(load, parts.group(6))).toList();
        boolean known = contenders.contains(parts.group(1)) && contenders.contains(parts.group(2));
        if (changed && (!known || meant.size() != 1)) {
            return Optional.empty();
        }
        checkContender(parts.group(1), where);
        checkContender(parts.group(2), where);
        Load load = only(meant, parts.group(6), where);
        boolean expects = key.equals(EXPECT);
        return Optional.of(new Hypothesis(parts.group(1), parts.group(2), metric, load,
                expects ? List.of(bound) : List.of(), expects ? List.of() : List.of(bound)));
    }

    private static String metric(String text, String where) throws UsageException {
        return MetricNames.ALL.stream().filter(text::equalsIgnoreCase).findFirst()
                .orElseThrow(() -> new UsageException(where + ": no metric '" + text + "'; there are "
                        + String.join(", ", MetricNames.ALL)));
    }

    private static Bound bound(String symbol, String number, String where) throws UsageException {
        if (!NUMBER.matcher(number).matches() || Double.parseDouble(number) <= 0) {
            throw new UsageException(where + ": '" + number + "' is no number above 0");
        }
        return new Bound(Bound.Relation.of(symbol), Double.parseDouble(number));
    }

    private void checkContender(String contender, String where) throws UsageException {
        if (!contenders.contains(contender)) {
            throw new UsageException(where + ": no contender '" + contender + "'; there are "
                    + String.join(", ", contenders));
        }
    }

    private Load only(List<Load> meant, String text, String where) throws UsageException {
        if (meant.size() == 1) {
            return meant.getFirst();
        }
        String wrong = text == null ? ": of which load? at " : meant.isEmpty() ? ": no load '" + text + "'; there are "
                : ": several loads are '" + text + "'; there are ";
        throw new UsageException(where + wrong + loads.stream().map(load -> load.path() + ", " + load.label())
                .collect(Collectors.joining("; ")));
    }

    /** @param text such as {@code 1000}, {@code 1,000 users}, {@code /rpc}, {@code /rpc 1000}; null names every load */
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
