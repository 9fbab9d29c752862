package classroom.lesson;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.http.PageServer;
import experiment.Experiment;
import experiment.Prediction;
import text.Numbers;

/**
 * A lesson's file. Its placeholders are
 * <ul>
 * <li>{@code {users}}: a number by its name
 * <li>{@code {delay s}}: a number of milliseconds, written in seconds
 * <li>{@code {cores event loop}}: a number with a noun, such as "2 event loops"
 * <li>{@code {loom.rate}}: the throughput that Little's law predicts for loom
 * <li>{@code {wait}}: the sum of a request's waits, in milliseconds
 * </ul>
 */
record LessonText(int id, String title, Map<String, String> sections) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?<name>[A-Za-z.-]+)( (?<unit>[a-z ]+))?}");

    static LessonText of(int id) throws IOException {
        String[] parts = PageServer.resource("/classroom/lessons/" + id + ".md").split("(?m)^#+ ");
        Map<String, String> sections = Stream.of(parts).skip(2).map(part -> part.split("\n", 2))
                .collect(Collectors.toMap(headingAndText -> headingAndText[0],
                        headingAndText -> headingAndText[1].strip()));
        return new LessonText(id, parts[1].strip(), sections);
    }

    /** @param description lines of comments */
    Experiment experiment(Map<String, Object> values, String description) throws UsageException {
        return Experiment.parse("lesson-" + id, "# Lesson " + id + ": " + title + "\n" + description
                + filled(section("Experiment"), values, Object::toString), Map.of("repeat", "1"));
    }

    private String section(String name) {
        return sections.getOrDefault(name, "");
    }

    private String words(String section, Map<String, Object> values) {
        return filled(section(section), values, LessonText::text);
    }

    List<String> lines(String section, Map<String, Object> values) {
        return words(section, values).lines().toList();
    }

    String line(String section, Map<String, Object> values) {
        return oneLine(words(section, values));
    }

    List<String> paragraphs(String section, Map<String, Object> values) {
        return Stream.of(words(section, values).split("\\n\\s*\\n"))
                .map(LessonText::oneLine)
                .toList();
    }

    /** Lines of the form {@code key: value}. */
    Stream<String[]> pairs(String section) {
        return section(section).lines().map(line -> line.split(": ", 2));
    }

    static String filled(String text, Map<String, Object> values, Function<Object, String> written) {
        return PLACEHOLDER.matcher(text).replaceAll(place -> {
            Object value = values.get(place.group("name"));
            if (value == null) {
                throw new IllegalStateException("no number for " + place.group() + " in: " + text);
            }
            return Matcher.quoteReplacement(switch (place.group("unit")) {
                case null -> written.apply(value);
                case "s" -> seconds(((Number) value).doubleValue() / 1e3);
                case String noun -> value.equals(1) ? "one " + noun : value + " " + noun + "s";
            });
        });
    }

    private static String text(Object value) {
        return switch (value) {
            case Double number -> Numbers.text(number);
            case Integer number -> String.format(Locale.ROOT, "%,d", number);
            default -> value.toString();
        };
    }

    /** Format a double with {@code %s}: it is passed on as text. */
    static String say(String format, Object... values) {
        return oneLine(String.format(Locale.ROOT, format, Stream.of(values)
                .map(value -> value instanceof Double number ? Numbers.text(number) : value).toArray()));
    }

    /** Little's law in figures: {@code 1,000 users / 1.049 s = 953/s}. */
    static String arithmetic(Prediction predicted) {
        double count = predicted.inFlight();
        return say("%s %s / %s = %s/s", Math.rint(count), predicted.limit().words(count),
                seconds(count / predicted.throughput()), predicted.throughput());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceFirst("\\.?0+$", "") + " s";
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
