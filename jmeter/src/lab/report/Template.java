package lab.report;

import module java.base;
import common.http.PageServer;

/**
 * A page of {@code resources/report}. Java only fills in values: {@code {{name}}} stands for one, and a part between
 * {@code {{#name}}} and {@code {{/name}}} is left out if the value is empty.
 */
record Template(String text) {
    private static final Pattern PART = Pattern.compile("(?s)\\{\\{#([a-z]+)}}\n?(.*?)\\{\\{/\\1}}\n?");
    private static final Pattern VALUE = Pattern.compile("\\{\\{([a-z]+)}}");

    static Template of(String file) throws IOException {
        return new Template(PageServer.page("/report/" + file).text());
    }

    /** @param values HTML; a page that uses a name without a value is refused */
    String filled(Map<String, String> values) {
        return VALUE.matcher(parts(text, values))
                .replaceAll(name -> Matcher.quoteReplacement(value(values, name.group(1))));
    }

    private static String parts(String text, Map<String, String> values) {
        return PART.matcher(text).replaceAll(part -> value(values, part.group(1)).isEmpty() ? ""
                : Matcher.quoteReplacement(parts(part.group(2), values)));
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new NoSuchElementException("no value for {{" + name + "}}");
        }
        return value;
    }
}
