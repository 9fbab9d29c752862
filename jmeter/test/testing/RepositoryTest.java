package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;

class RepositoryTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final List<String> PROGRAMS = List.of("service-one", "service-two", "jmeter");
    private static final int WIDEST_LINE = 120;
    private static final Pattern NEED = Pattern.compile("(?m)^(\\S+)\\.jar -> (?:\\S+/)?(\\S+?)(?:\\.jar)?$");
    private static final Pattern USE = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+) .*$");
    private static final Pattern ARROW = Pattern.compile("(?m)^    \\S+ --> \\S+$");

    static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String program : PROGRAMS) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(program))) {
                files.filter(each -> each.toString().endsWith(".java") && !isLearnersClass(each)).sorted()
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    /** Git ignores a learner's classes. */
    private static boolean isLearnersClass(Path file) {
        return file.getParent().getParent().endsWith("service-one/exercises");
    }

    @Test
    void programsNeedOnlyTheJdkAndPackagesHaveNoCycle() {
        String output = jdeps();
        assertEquals(Set.of("service-one needs common", "service-two needs common", "jmeter needs common",
                "jmeter needs service-one"),
                NEED.matcher(output).results().map(need -> need.group(1) + " needs " + need.group(2))
                        .filter(need -> !need.matches(".* needs (java|jdk)\\..*")).collect(Collectors.toSet()));
        Map<String, Set<String>> uses = uses(output, name -> name);
        // Removes packages that use no remaining package, until only cycles and their users are left.
        while (uses.keySet().removeIf(each -> uses.get(each).stream().noneMatch(uses::containsKey))) {
            continue;
        }
        uses.values().forEach(used -> used.retainAll(uses.keySet()));
        assertEquals(Map.of(), uses, "packages that use one another");
    }

    /** The map leaves out an arrow if a longer path connects its ends. */
    @Test
    void theMapInEachReadmeShowsWhichPackageUsesWhich() throws IOException {
        Map<String, Set<String>> uses = uses(jdeps(), name -> name.startsWith("common.") ? "common" : name);
        for (String program : PROGRAMS) {
            Set<String> packages = packages(program);
            Set<String> arrows = new TreeSet<>();
            uses.forEach((user, used) -> used.stream().filter(each -> packages.contains(user) && !each.equals(user))
                    .filter(each -> used.stream().noneMatch(other -> !other.equals(each) && leadsTo(uses, other, each)))
                    .forEach(each -> arrows.add("    " + user + " --> " + each)));
            assertEquals(String.join("\n", arrows),
                    ARROW.matcher(Files.readString(REPOSITORY.resolve(program, "README.md"))).results()
                            .map(MatchResult::group).sorted().collect(Collectors.joining("\n")),
                    "the map in " + program + "/README.md");
        }
    }

    private static boolean leadsTo(Map<String, Set<String>> uses, String from, String to) {
        return uses.getOrDefault(from, Set.of()).stream()
                .anyMatch(next -> !next.equals(from) && (next.equals(to) || leadsTo(uses, next, to)));
    }

    private static Set<String> packages(String program) throws IOException {
        Path root = REPOSITORY.resolve(program, "src");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }

    private static Map<String, Set<String>> uses(String output, UnaryOperator<String> label) {
        Map<String, Set<String>> uses = new TreeMap<>();
        USE.matcher(output).results().filter(use -> !use.group(2).matches("(javax?|jdk|com|org\\.(w3c|xml))\\..*"))
                .forEach(use -> uses.computeIfAbsent(label.apply(use.group(1)), _ -> new TreeSet<>())
                        .add(label.apply(use.group(2))));
        return uses;
    }

    private static String jdeps() {
        StringWriter text = new StringWriter();
        PrintWriter print = new PrintWriter(text);
        String[] arguments = Stream.concat(Stream.of("-verbose:package"),
                Stream.of("common", "service-one", "service-two", "jmeter")
                        .map(jar -> REPOSITORY.resolve(".build", jar + ".jar").toString())).toArray(String[]::new);
        assertEquals(0, ToolProvider.findFirst("jdeps").orElseThrow().run(print, print, arguments),
                "jdeps says " + text);
        return text.toString();
    }

    @Test
    void noLineIsWide() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            Files.readString(file).lines().filter(line -> line.length() > WIDEST_LINE)
                    .forEach(line -> found.add(REPOSITORY.relativize(file) + ": " + line));
        }
        assertEquals(List.of(), found, "lines of more than " + WIDEST_LINE + " characters");
    }

    @Test
    void noTwoClassesOfTheProductHaveTheSameName() throws IOException {
        Set<String> names = new TreeSet<>();
        assertEquals(List.of(), sources().stream().map(REPOSITORY::relativize)
                .filter(file -> file.getName(1).toString().equals("src"))
                .filter(file -> !names.add(file.getFileName().toString())).toList(), "names that occur twice");
    }

    /** An IDE must know every folder that build.sh compiles or packs. For IntelliJ, the README lists them. */
    @Test
    void idesKnowTheSourceFolders() throws IOException {
        Set<String> built = Pattern.compile("(?m)^  sources (.*) \\| compile").matcher(
                Files.readString(REPOSITORY.resolve("build.sh"))).results()
                .flatMap(line -> Stream.of(line.group(1).split(" "))).collect(Collectors.toCollection(TreeSet::new));
        for (String program : PROGRAMS) {
            Stream.of("src", "resources").map(folder -> program + "/" + folder)
                    .filter(folder -> Files.exists(REPOSITORY.resolve(folder))).forEach(built::add);
        }
        Map<?, ?> settings = Json.members(Files.readString(REPOSITORY.resolve(".vscode/settings.json")));
        assertEquals(built, new TreeSet<>((List<?>) settings.get("java.project.sourcePaths")));
        String readme = Files.readString(REPOSITORY.resolve("README.md"));
        assertEquals(built, Pattern.compile("(?m)^  - (?:sources|resources|tests): (.*)").matcher(readme).results()
                .flatMap(line -> Pattern.compile("`([^`]+)`").matcher(line.group(1)).results())
                .map(folder -> folder.group(1)).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** What bash 3.2 of macOS does not know. Each line is a pattern and an example of it. */
    private static final String[][] NEWER_BASH = {
        {"\\b(declare|local|typeset) -\\w*[Agn]", "local -A map"},
        {"\\b(mapfile|readarray|coproc)\\b", "mapfile -t lines"},
        {"\\bwait -[np]", "wait -n"},
        {"\\bread [^|;]*-(N|i|t ?0?\\.)", "read -r -t 0.5 line"},
        {"\\bprintf -v \"?\\w+\\[|%\\([^)]*\\)T", "printf '%(%F)T'"},
        {"\\$\\{\\w+(\\[[@*]])?(\\^|,|@[A-Za-z]})", "${word,,}"},
        {"\\$\\{[^}]*: -?\\d+:-|\\[-\\d+]", "${words[-1]}"},
        {"&>>|\\|&|;;?&", "make |& cat"},
        {"\\{[a-z_]\\w*\\}(<|>)", "exec {file}> log"},
        {"\\[\\[ -[vR] |\\btest -v", "[[ -v name ]]"},
        {"\\$\\{?(BASHPID|EPOCH\\w+|SRANDOM)", "echo $BASHPID"},
        {"\\b(globstar|lastpipe|inherit_errexit|localvar_inherit)\\b", "shopt -s globstar"},
        {"\\$'[^']*\\\\[uU]", "echo $'\\u00e9'"},
        {"\\{0\\d*\\.\\.", "echo {01..10}"}};

    @Test
    void theScriptsHaveNoConstructThatBash32DoesNotKnow() throws IOException {
        for (String[] row : NEWER_BASH) {
            Pattern newer = Pattern.compile(row[0]);
            assertTrue(newer.matcher(row[1]).find(), row[1]);
            for (String script : List.of("run.sh", "build.sh")) {
                assertEquals(List.of(), Files.readAllLines(REPOSITORY.resolve(script)).stream()
                        .filter(line -> newer.matcher(line).find()).toList(), script);
            }
        }
    }

    @Test
    void theTopLevelHasOnlyKnownEntries() throws IOException {
        try (Stream<Path> files = Files.list(REPOSITORY)) {
            assertEquals(Set.of("service-one", "service-two", "jmeter", "build.sh", "run.sh", "README.md"),
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.startsWith(".") && !name.equals("LICENSE"))
                            .collect(Collectors.toSet()));
        }
    }
}
