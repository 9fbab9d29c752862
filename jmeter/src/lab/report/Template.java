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

    /** @param page has a method for each name, which returns HTML */
    String filled(Object page) {
        return VALUE.matcher(parts(text, page))
                .replaceAll(name -> Matcher.quoteReplacement(value(page, name.group(1))));
    }

    private static String parts(String text, Object page) {
        return PART.matcher(text).replaceAll(part -> value(page, part.group(1)).isEmpty() ? ""
                : Matcher.quoteReplacement(parts(part.group(2), page)));
    }

    private static String value(Object page, String name) {
        try {
            return (String) page.getClass().getDeclaredMethod(name).invoke(page);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no value for {{" + name + "}}", e);
        }
    }
}
