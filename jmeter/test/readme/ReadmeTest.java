package readme;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import testing.Program;
import testing.Test;

/** What the READMEs name is there: files, tests, and options with the defaults that they have. */
class ReadmeTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Path REFERENCE = REPOSITORY.resolve("service-one/REFERENCE.md");
    /** In Markdown and in HTML; links to other hosts have a colon. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)[^):]*\\)|(?:href|src|srcset)=\"([^\":#]+)\"");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");
    private static final Pattern USAGE = Pattern.compile("(?m)^  (--[a-z-]+) .*\\(([^)]+)\\)$");
    private static final Pattern FLAG = Pattern.compile("`(--[a-z-]+)`");
    private static final Pattern QUANTITY = Pattern.compile("([\\d,]*\\d)( s| KB| MB)?|none");
    private static final Map<String, Integer> UNITS = Map.of(" s", 1_000, " KB", 1 << 10, " MB", 1 << 20);

    @Test
    void everyFileIsThere() throws Exception {
        for (Path readme : ReadmeCommands.pages(REPOSITORY)) {
            for (MatchResult link : matches(LINK, Files.readString(readme))) {
                String file = link.group(1) != null ? link.group(1) : link.group(2);
                assertTrue(Files.exists(readme.resolveSibling(file)), readme + " links to " + file);
            }
        }
    }

    @Test
    void everyTestIsThere() throws Exception {
        Map<String, String> tests = tests();
        int found = 0;
        for (Path readme : ReadmeCommands.pages(REPOSITORY)) {
            for (MatchResult test : matches(TEST, Files.readString(readme))) {
                String source = tests.get(test.group(1) + ".java");
                assertTrue(source != null, readme + " names " + test.group());
                assertTrue(test.group(2) == null || source.contains("void " + test.group(2) + "("),
                        readme + " names " + test.group());
                found++;
            }
        }
        assertTrue(found > 0, "the READMEs name their tests");
    }

    /** By the names of their files, of which two programs may have the same. */
    private static Map<String, String> tests() throws Exception {
        Map<String, String> tests = new TreeMap<>();
        for (String program : List.of("service-one", "service-two", "jmeter")) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(program).resolve("test"))) {
                for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
                    tests.merge(file.getFileName().toString(), Files.readString(file), String::concat);
                }
            }
        }
        return tests;
    }

    /** {@code | headers | 16 KB, 100 fields | 431 | `--header-bytes`, `--header-fields` |} */
    @Test
    void everyLimitIsTheDefaultOfItsOption() throws Exception {
        Map<String, String> defaults = defaults();
        TreeSet<String> told = new TreeSet<>();
        for (String row : limits()) {
            String[] cells = row.split("\\|");
            List<MatchResult> flags = matches(FLAG, cells[4]);
            List<MatchResult> quantities = matches(QUANTITY, cells[2]);
            assertEquals(flags.size(), quantities.size(), "as many limits as options: " + row);
            for (int i = 0; i < flags.size(); i++) {
                String flag = flags.get(i).group(1);
                assertEquals(defaults.get(flag), value(quantities.get(i)), flag + " in " + row);
                told.add(flag);
            }
        }
        TreeSet<String> limits = new TreeSet<>(defaults.keySet());
        limits.removeIf(flag -> !flag.matches("--(.*-(timeout|bytes|fields|connections|calls)|queue|backlog)"));
        assertEquals(limits, told, "the options that limit something are those of the table");
    }

    private static List<String> limits() throws Exception {
        String readme = Files.readString(REFERENCE);
        String section = readme.substring(readme.indexOf("\n## Limits\n"));
        List<String> table = section.lines().dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|")).toList();
        return table.subList(2, table.size());
    }

    private static Map<String, String> defaults() throws Exception {
        Map<String, String> defaults = new TreeMap<>();
        try (Program help = Program.script("run.sh", "service-one", "--help")) {
            assertEquals(0, help.exitCode(), "run.sh service-one --help");
            String usage = help.output().replaceAll("\n {10,}", " ");      // an option may have several lines
            matches(USAGE, usage).forEach(option -> defaults.put(option.group(1), option.group(2)));
        }
        return defaults;
    }

    private static String value(MatchResult quantity) {
        if (quantity.group(1) == null) {
            return "0";
        }
        int unit = quantity.group(2) == null ? 1 : UNITS.get(quantity.group(2));
        return String.valueOf(Integer.parseInt(quantity.group(1).replace(",", "")) * unit);
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        List<MatchResult> found = new ArrayList<>();
        for (Matcher matcher = pattern.matcher(text); matcher.find();) {
            found.add(matcher.toMatchResult());
        }
        return found;
    }
}
