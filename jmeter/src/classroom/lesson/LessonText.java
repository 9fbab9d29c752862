package classroom.lesson;

import module java.base;
import module java.xml;
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
 * <li>{@code {second.p50}}: a figure of the second run
 * </ul>
 * Its numbers are calculated by XPath, where a division is {@code div} and a name begins with a dollar sign. If a
 * number has several values, the seed chooses one. The lesson must be true with each of them.
 */
record LessonText(int id, String title, Map<String, String> sections) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?<name>[\\w.-]+)( (?<unit>[a-z ]+))?}");

    static LessonText of(int id) {
        String[] parts = file(id).split("(?m)^#+ ");
        Map<String, String> sections = Stream.of(parts).skip(2).map(part -> part.split("\n", 2))
                .collect(Collectors.toMap(headingAndText -> headingAndText[0],
                        headingAndText -> headingAndText[1].strip()));
        return new LessonText(id, parts[1].strip(), sections);
    }

    private static String file(int id) {
        try {
            return PageServer.resource("/classroom/lessons/" + id + ".md");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param description lines of comments */
    Experiment experiment(Map<String, Object> values, String description) {
        return Experiment.parse("lesson-" + id, "# Lesson " + id + ": " + title + "\n" + description
                + filled(section("Experiment"), values, LessonText::plain), Map.of("repeat", "1"));
    }

    private static String plain(Object value) {
        return value.toString().replaceFirst("\\.0$", "");
    }

    String section(String name) {
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
        return section(section).lines().filter(line -> !line.startsWith("<!--"))
                .map(line -> line.split(": ", 2));
    }

    /** Adds the section's numbers. Each may depend on those before it. */
    void calculate(String section, Map<String, Object> numbers, IntUnaryOperator choice) {
        pairs(section).forEach(nameAndValues -> {
            String[] values = nameAndValues[1].split(", ");
            int chosen = values.length == 1 ? 0 : choice.applyAsInt(values.length);
            numbers.put(nameAndValues[0], value(values[chosen], numbers));
        });
    }

    private static double value(String formula, Map<String, Object> numbers) {
        XPath path = XPathFactory.newDefaultInstance().newXPath();
        path.setXPathVariableResolver(name -> numbers.get(name.getLocalPart()));
        try {
            return path.evaluateExpression(formula, (Object) null, Double.class);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException("no number: " + formula, e);
        }
    }

    static String filled(String text, Map<String, Object> values, Function<Object, String> written) {
        return PLACEHOLDER.matcher(text).replaceAll(place -> {
            Object value = values.get(place.group("name"));
            if (value == null) {
                throw new IllegalStateException("no number for " + place.group() + " in: " + text);
            }
            return Matcher.quoteReplacement(switch (place.group("unit")) {
                case null -> written.apply(value);
                case "s" -> seconds((Double) value / 1e3);
                case String noun -> value.equals(1.0) ? "one " + noun : text(value) + " " + noun + "s";
            });
        });
    }

    private static String text(Object value) {
        return value instanceof Double number ? Numbers.text(number) : value.toString();
    }

    /** Little's law in figures: {@code 1,000 users / 1.049 s = 953/s}. */
    static String arithmetic(Prediction predicted) {
        double count = predicted.inFlight();
        return Numbers.text(Math.rint(count)) + " " + predicted.limit().words(count) + " / "
                + seconds(count / predicted.throughput()) + " = "
                + Numbers.text(predicted.throughput()) + "/s";
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceFirst("\\.?0+$", "") + " s";
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
