package lab.report;

import module java.base;
import common.http.PageServer;

/**
 * A page of {@code resources/report}. Java only fills in values: {@code {{name}}} stands for what the method of that
 * name returns, and a part between {@code {{#name}}} and {@code {{/name}}} is left out if that is empty.
 */
record Template(String text) {
    private static final Pattern PART = Pattern.compile("(?s)\\{\\{#([a-z]+)}}\n?(.*?)\\{\\{/\\1}}\n?");
    private static final Pattern VALUE = Pattern.compile("\\{\\{([a-z]+)}}");

    static Template of(String file) throws IOException {
        return new Template(PageServer.page("/report/" + file).text());
    }

    /** @param sources one of them has a method for each name, which returns HTML or a table */
    String filled(Object... sources) {
        return VALUE.matcher(parts(text, sources))
                .replaceAll(name -> Matcher.quoteReplacement(value(sources, name.group(1))));
    }

    private static String parts(String text, Object... sources) {
        return PART.matcher(text).replaceAll(part -> value(sources, part.group(1)).isEmpty() ? ""
                : Matcher.quoteReplacement(parts(part.group(2), sources)));
    }

    private static String value(Object[] sources, String name) {
        for (Object source : sources) {
            for (Method method : source.getClass().getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    return html(source, method);
                }
            }
        }
        throw new NoSuchElementException("no value for {{" + name + "}}");
    }

    private static String html(Object source, Method method) {
        try {
            Object value = method.invoke(source);
            return value instanceof Table<?> table ? table.html() : (String) value;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method.toString(), e);
        }
    }
}
