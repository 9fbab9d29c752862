package classroom.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of this program, each one file that needs nothing from anywhere. Stateless. */
public final class Page {
    private static final String FOLDER = "/classroom/";
    private static final Pattern PART = Pattern.compile("(?m)^/\\* ([a-z-]+\\.(?:css|js)) \\*/$");

    private Page() {
    }

    /**
     * The page, with every line that names a part in a comment, as {@code /* page.css}, replaced by that part.
     *
     * @throws IOException if the page or a part of it is not in the jar
     */
    public static String read(String name) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher part = PART.matcher(resource(name));
        while (part.find()) {
            part.appendReplacement(page, Matcher.quoteReplacement(resource(part.group(1))));
        }
        return part.appendTail(page).toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IOException("not in the jar: " + FOLDER + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
