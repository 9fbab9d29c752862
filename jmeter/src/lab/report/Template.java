package lab.report;

import module java.base;
import common.http.PageServer;
import lab.report.chart.Chart;
import text.Markup;

/**
 * A page of {@code resources/report}. Java only fills in values: {@code {{name}}} stands for what the method of that
 * name returns, or for {@code {{name text}}} with that text. A part between {@code {{if name}}} and
 * {@code {{/if name}}} is left out if that is empty. A part between {@code {{each name}}} and {@code {{/each name}}}
 * is repeated for each element, which is {@code {{.}}} there, and whose methods come first.
 */
record Template(String text) {
    private static final Pattern TAG = Pattern.compile(
            "(?s)\\{\\{(if|each) ([a-z]+)}}\n?(.*?)\\{\\{/\\1 \\2}}\n?|\\{\\{([a-z.]+)(?: ([^}]+))?}}");

    static Template of(String file) throws IOException {
        return new Template(PageServer.page("/report/" + file).text());
    }

    /** @param sources one of them has a method for each name */
    String filled(Object... sources) {
        return TAG.matcher(text).replaceAll(tag -> Matcher.quoteReplacement(tag.group(1) == null
                ? html(value(sources, tag.group(4), tag.group(5)))
                : part(tag, sources)));
    }

    private static String part(MatchResult tag, Object... sources) {
        Template inside = new Template(tag.group(3));
        Object value = value(sources, tag.group(2), null);
        if (tag.group(1).equals("if")) {
            return html(value).isEmpty() ? "" : inside.filled(sources);
        }
        return ((List<?>) value).stream()
                .map(each -> inside.filled(Stream.concat(Stream.of(each), Stream.of(sources)).toArray()))
                .collect(Collectors.joining());
    }

    private static String html(Object value) {
        return switch (value) {
            case Table<?> table -> table.html();
            case Chart chart -> chart.inline();
            case List<?> all -> all.stream().map(Template::html).collect(Collectors.joining());
            default -> Markup.escape(value.toString());
        };
    }

    private static Object value(Object[] sources, String name, String argument) {
        if (name.equals(".")) {
            return sources[0];
        }
        Object[] arguments = Stream.ofNullable(argument).toArray();
        for (Object source : sources) {
            for (Method method : source.getClass().getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                    return value(source, method, arguments);
                }
            }
        }
        throw new NoSuchElementException("no value for {{" + name + "}}");
    }

    private static Object value(Object source, Method method, Object... arguments) {
        try {
            return method.invoke(source, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method.toString(), e);
        }
    }
}
