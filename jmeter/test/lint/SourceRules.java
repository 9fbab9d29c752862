package lint;

import module java.base;
import common.mode.Mode;

/** What the sources and scripts may contain. */
final class SourceRules {
    private static final int WIDEST_LINE = 120;
    private static final Pattern MODE_NAME =
            modeNames(Stream.of(Mode.values()).map(Mode::name).toList(), Mode.labels());
    /** A numbered link to a source. */
    private static final Pattern READ_FIRST = Pattern.compile("(?m)^\\d+\\. \\[\\w+]\\(([\\w./-]+\\.java)\\)");
    private static final Pattern COMMENT = Pattern.compile("(?s:/\\*.*?\\*/)|(?m)(?<![:\"])//.*$");
    private static final String PRODUCT = "(service-one/(src|resources)|service-two/src|jmeter/(src|resources|plans))/"
            + ".*\\.(java|js|html|css|jmx)|(run|build)\\.sh";
    private static final Map<String, String> MAY_NAME_MODES = Map.ofEntries(
            Map.entry("service-one/src/serviceone/Server.java",
                    "it makes the drains, and does not compile if one is missing"),
            Map.entry("run.sh", "it lists the commands, and ModesTest compares them with Mode"),
            Map.entry("service-one/src/serviceone/status/Forecaster.java",
                    "it also predicts what another mode would do"),
            Map.entry("jmeter/src/exercise/harness/", "an exercise is about particular modes"));

    /** What bash 3.2 of macOS does not know. */
    private static final List<Pattern> NEWER_BASH = Stream.of(
            "\\b(declare|local|typeset) -\\w*[Agn]",
            "\\b(mapfile|readarray|coproc)\\b",
            "\\bwait -[np]",
            "\\bread [^|;]*-(N|i|t ?0?\\.)",
            "\\bprintf -v \"?\\w+\\[|%\\([^)]*\\)T",
            "\\$\\{\\w+(\\[[@*]])?(\\^|,|@[A-Za-z]})",
            "\\$\\{[^}]*: -?\\d+:-|\\[-\\d+]",
            "&>>|\\|&|;;?&",
            "\\{[a-z_]\\w*\\}(<|>)",
            "\\[\\[ -[vR] |\\btest -v",
            "\\$\\{?(BASHPID|EPOCH\\w+|SRANDOM)",
            "\\b(globstar|lastpipe|inherit_errexit|localvar_inherit)\\b",
            "\\$'[^']*\\\\[uU]",
            "\\{0\\d*\\.\\.").map(Pattern::compile).toList();

    /** What browsers of 2021 lack, or a page that came by http:// from another machine. Optional calls are fine. */
    private static final Pattern NEWER_BROWSER = Pattern.compile("\\.at\\(-|\\.(to(Sorted|Reversed|Spliced)|findLast"
            + "|findLastIndex|checkVisibility|randomUUID|hasOwn|groupBy|withResolvers)\\("
            + "|\\bAbortSignal\\.(timeout|any)\\("
            + "|\\bstructuredClone\\(|\\b(local|session)Storage\\b"
            + "|\\bnavigator\\.(clipboard|wakeLock|locks|serviceWorker)\\."
            + "|(?m:^(const|let) .*new \\w+(Channel|Observer|Worker)\\()");

    private SourceRules() {
    }

    static void noLineIsWide(Checkout checkout, Consumer<String> fault) {
        checkout.sources().forEach((file, text) -> text.lines().filter(line -> line.length() > WIDEST_LINE)
                .forEach(line -> fault.accept(file + ": a line of more than " + WIDEST_LINE + " characters: " + line)));
    }

    /** One that is missing would leave the page empty. */
    static void pagesRunInOlderBrowsers(Checkout checkout, Consumer<String> fault) {
        checkout.like("[^/]+/resources/.*\\.(js|html)").forEach((file, text) ->
                COMMENT.matcher(text).replaceAll("").lines().filter(line -> NEWER_BROWSER.matcher(line).find())
                .forEach(line -> fault.accept(file + ": older browsers lack this: " + line.strip())));
    }

    /** Whoever reads them wants to see which of java.util.concurrent they use. */
    static void theReadingListImportsClassByClass(Checkout checkout, Consumer<String> fault) {
        READ_FIRST.matcher(checkout.text("README.md")).results().map(link -> link.group(1))
                .filter(file -> checkout.text(file).lines().anyMatch(line -> line.matches("import (module .*|.*\\*;)")))
                .forEach(file -> fault.accept(file + ": README's reading list has it, so it imports class by class"));
    }

    static void eachClassOfTheProductHasItsOwnName(Checkout checkout, Consumer<String> fault) {
        Map<String, String> first = new HashMap<>();
        for (String file : checkout.like("[^/]+/src/.*\\.java").keySet()) {
            String other = first.putIfAbsent(file.replaceFirst(".*/", ""), file);
            if (other != null) {
                fault.accept(file + ": the product has another class of this name: " + other);
            }
        }
    }

    /** Other code would miss a new mode: it gets the modes from {@link Mode}, a page from /state or /stats. */
    static void modesAreNamedInFewFiles(Checkout checkout, Consumer<String> fault) {
        Set<String> needed = new HashSet<>();
        checkout.like(PRODUCT).forEach((file, text) -> {
            Optional<String> place = MAY_NAME_MODES.keySet().stream().filter(file::startsWith).findFirst();
            COMMENT.matcher(text).replaceAll("").lines().filter(line -> MODE_NAME.matcher(line).find())
                    .forEach(line -> place.ifPresentOrElse(needed::add, () -> fault.accept(file + ": names a mode (if "
                            + "it means none, add the file to MAY_NAME_MODES in SourceRules): " + line.strip())));
        });
        MAY_NAME_MODES.keySet().stream().filter(place -> checkout.has(place.replaceFirst("/$", "")))
                .filter(place -> !needed.contains(place))
                .forEach(place -> fault.accept(place + ": names no mode, so MAY_NAME_MODES need not list it"));
    }

    /** Finds a mode's constant, its label in quotes or as a key, and several labels in a row. */
    static Pattern modeNames(List<String> constants, List<String> labels) {
        String label = "(?:" + String.join("|", labels) + ")";
        return Pattern.compile("(?<![\\w.])(?:Mode\\.|case (?:\\w+, )*)(?:" + String.join("|", constants) + ")\\b"
                + "|([\"'`])" + label + "\\1|(?<=[{,]\\s{0,40})" + label + ":(?!:)"
                + "|(?<![\\w-])" + label + "(?:\\||, | or | and | )" + label + "(?![\\w-])");
    }

    static void pagesHaveEachMarkAndEachKindOfServer(Checkout checkout, Consumer<String> fault) {
        checkKeys("const MARKS = {", "jmeter/resources/classroom/charts.js", checkout,
                Stream.of(Mode.Number.values()).map(Enum::name), fault);
        checkKeys("const SERVERS = {", "jmeter/resources/classroom/setup.js", checkout,
                Stream.of(Mode.Number.values()).map(Enum::name), fault);
    }

    private static void checkKeys(String begin, String file, Checkout checkout, Stream<String> expected,
            Consumer<String> fault) {
        String[] parts = checkout.text(file).split(Pattern.quote(begin));
        Set<String> keys = Pattern.compile("(?m)^  (\\w+):").matcher(parts[parts.length - 1].split("\n};")[0]).results()
                .map(key -> key.group(1)).collect(Collectors.toCollection(TreeSet::new));
        Set<String> wanted = expected.collect(Collectors.toCollection(TreeSet::new));
        if (checkout.has(file) && !keys.equals(wanted)) {
            fault.accept(file + ": " + begin + " has the keys " + keys + ", not " + wanted);
        }
    }

    static void scriptsRunInBash32(Checkout checkout, Consumer<String> fault) {
        checkout.like("(run|build)\\.sh").forEach((file, text) -> text.lines()
                .filter(line -> NEWER_BASH.stream().anyMatch(newer -> newer.matcher(line).find()))
                .forEach(line -> fault.accept(file + ": bash 3.2 does not know this: " + line.strip())));
    }
}
