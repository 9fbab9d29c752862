package classroom;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class PaletteTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Pattern COLOUR = Pattern.compile("(--[a-z-]+): (#[0-9a-f]{3,8});");

    /** Each name's colours, the light theme's first. */
    private static Map<String, List<String>> colours(String style) throws IOException {
        return COLOUR.matcher(Files.readString(REPOSITORY.resolve(style))).results().collect(Collectors.groupingBy(
                each -> each.group(1), Collectors.mapping(each -> each.group(2), Collectors.toList())));
    }

    @Test
    void aColourMeansTheSameOnTheStatusPageAndInAClass() throws Exception {
        Map<String, List<String>> ofClass = colours("jmeter/resources/classroom/palette.css");
        Map<String, List<String>> ofStatus = colours("service-one/resources/serviceone/status.css");
        ofStatus.forEach((name, values) -> assertEquals(ofClass.get(name), values, name));
        assertTrue(ofStatus.keySet().containsAll(Set.of("--info", "--authenticate", "--authorize", "--meetings",
                "--measured", "--law", "--bad")), ofStatus.keySet().toString());
    }

    @Test
    void noTwoMeaningsShareAColour() throws Exception {
        Map<String, List<String>> colours = colours("jmeter/resources/classroom/palette.css");
        colours.putAll(colours("service-one/resources/serviceone/lanes.css"));
        List<String> meanings = List.of("--measured", "--predicted", "--law", "--bad", "--info", "--authenticate",
                "--authorize", "--meetings", "--own", "--held", "--picked", "--picked-waits");
        for (int theme = 0; theme < 2; theme++) {
            int of = theme;
            assertEquals((long) meanings.size(), meanings.stream().map(each -> colours.get(each).get(of)).distinct()
                    .count(), "different colours");
        }
    }

    @Test
    void theLanesUseOnlyColoursThatBothPagesHave() throws Exception {
        String lanes = "service-one/resources/serviceone/lanes";
        Set<String> used = Pattern.compile("(?:var\\(|')(--[a-z-]+)").matcher(Files.readString(REPOSITORY.resolve(
                lanes + ".css")) + Files.readString(REPOSITORY.resolve(lanes + ".js"))).results()
                .map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(colours(lanes + ".css").keySet());
        used.removeAll(Set.of("--name", "--figures", "--tall", "--runs"));      // sizes, and another colour's name
        for (String page : List.of("jmeter/resources/classroom/palette.css",
                "service-one/resources/serviceone/status.css")) {
            assertTrue(colours(page).keySet().containsAll(used), page + " has not all of " + used);
        }
    }
}
