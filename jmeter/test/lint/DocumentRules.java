package lint;

import module java.base;

/** What the READMEs name exists, and they name what exists. */
final class DocumentRules {
    private static final Set<String> TOP_LEVEL = Set.of("service-one", "service-two", "jmeter", "build.sh", "run.sh",
            "README.md", "LICENSE");
    private static final String PAGES = "([^/.]+/)?[^/.]+\\.md";
    /** A link to another host has a colon and does not match. */
    private static final Pattern LINK = Pattern.compile(
            "\\]\\((?<markdown>[^):#]+)[^):]*\\)|(?:href|src|srcset)=\"(?<html>[^\":#]+)\"");
    private static final Pattern SOURCE = Pattern.compile(" ([a-z-]+/[\\w/-]+\\.java)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");
    private static final Pattern PLAN = Pattern.compile("\\./run\\.sh jmeter (?<name>[a-z][a-z-]*)"
            + "(?<rest>(?:\\s(?:'[^']*'|\\\\\n|[^`'\n#|&>;])*)?)(?=[`'\n#|&>;])");
    private static final Pattern PROPERTY = Pattern.compile("-J(\\w+)");
    private static final Pattern SETTING = Pattern.compile("\"java\\.project\\.sourcePaths\": \\[([^\\]]*)]");
    private static final Pattern FOLDERS = Pattern.compile("(?m)^  - (?:sources|resources|tests): (.*)");

    private DocumentRules() {
    }

    static void theTopLevelHasOnlyKnownEntries(Checkout checkout, Consumer<String> fault) {
        checkout.texts().keySet().stream().map(file -> file.replaceFirst("/.*", "")).distinct()
                .filter(name -> !name.startsWith(".") && !TOP_LEVEL.contains(name))
                .forEach(name -> fault.accept(name + ": does not belong to the top level"));
    }

    /** An IDE must know every folder that build.sh compiles or packs. For IntelliJ, the README lists them. */
    static void idesKnowTheSourceFolders(Checkout checkout, Consumer<String> fault) {
        Set<String> built = Pattern.compile("(?m)^test_folders='(.*)'$").matcher(checkout.text("build.sh")).results()
                .flatMap(line -> Stream.of(line.group(1).split(" "))).collect(Collectors.toCollection(TreeSet::new));
        Checkout.PROGRAMS.stream().flatMap(program -> Stream.of(program + "/src", program + "/resources"))
                .filter(checkout::has).forEach(built::add);
        expect(built, SETTING, "\"([^\"]+)\"", ".vscode/settings.json", checkout, fault);
        expect(built, FOLDERS, "`([^`]+)`", "README.md", checkout, fault);
    }

    private static void expect(Set<String> built, Pattern lists, String item, String file, Checkout checkout,
            Consumer<String> fault) {
        Set<String> named = lists.matcher(checkout.text(file)).results()
                .flatMap(list -> Pattern.compile(item).matcher(list.group(1)).results())
                .map(folder -> folder.group(1)).collect(Collectors.toCollection(TreeSet::new));
        if (checkout.has(file) && !built.equals(named)) {
            fault.accept(file + ": names the folders " + named + ", and build.sh compiles and packs " + built);
        }
    }

    static void eachFileThatIsNamedExists(Checkout checkout, Consumer<String> fault) {
        Path root = Path.of(System.getProperty("repository"));
        checkout.like(PAGES).forEach((page, text) -> {
            Stream<Path> linked = LINK.matcher(text).results()
                    .map(link -> link.group(link.group("html") == null ? "markdown" : "html"))
                    .map(root.resolve(page)::resolveSibling);
            Stream<Path> run = SOURCE.matcher(text).results().map(source -> root.resolve(source.group(1)));
            Stream.concat(linked, run).map(Path::normalize).filter(file -> !Files.exists(file))
                    .forEach(file -> fault.accept(page + ": names a file that does not exist: "
                            + root.relativize(file)));
        });
    }

    static void eachTestThatIsNamedExists(Checkout checkout, Consumer<String> fault) {
        Map<String, String> tests = checkout.sources().entrySet().stream().collect(Collectors.toMap(
                each -> each.getKey().replaceFirst(".*/", ""), Map.Entry::getValue, String::concat));
        checkout.like(PAGES).forEach((page, text) -> TEST.matcher(text).results().forEach(test -> {
            String source = tests.getOrDefault(test.group(1) + ".java", "");
            String method = test.group(2);
            if (source.isEmpty() || method != null && !source.contains("void " + method + "(")) {
                fault.accept(page + ": names a test that does not exist: " + test.group());
            }
        }));
    }

    static void eachPropertyThatIsNamedIsInThePlan(Checkout checkout, Consumer<String> fault) {
        checkout.like(PAGES).forEach((page, text) -> PLAN.matcher(text).results().forEach(run -> {
            String plan = checkout.text("jmeter/plans/" + run.group("name") + ".jmx");
            PROPERTY.matcher(run.group("rest")).results().map(each -> each.group(1))
                    .filter(property -> !plan.contains("__P(" + property + ","))
                    .forEach(property -> fault.accept(page + ": the plan " + run.group("name")
                            + " has no property " + property));
        }));
    }

    static void theFirstCommandsAreTheSameEverywhere(Checkout checkout, Consumer<String> fault) {
        Pattern.compile("\nbegin='to begin: ([^']*)'").matcher(checkout.text("run.sh")).results()
                .flatMap(begin -> begin.group(1).lines())
                .map(hint -> hint.strip().replaceFirst("^[a-z]+: ", "").replaceFirst(" *#.*", ""))
                .filter(hint -> !checkout.text("README.md").contains("\n    " + hint))
                .forEach(hint -> fault.accept("README.md: lacks a command that run.sh recommends: " + hint));
    }

    static void theReadmeListsTheLessons(Checkout checkout, Consumer<String> fault) {
        checkout.like("jmeter/resources/classroom/lessons/\\d+\\.md").keySet().forEach(file -> {
            String number = file.replaceFirst(".*/(\\d+)\\.md", "$1");
            if (!checkout.text("jmeter/README.md").contains("\n| " + number + " | ")) {
                fault.accept("jmeter/README.md: lists no lesson " + number);
            }
        });
    }
}
