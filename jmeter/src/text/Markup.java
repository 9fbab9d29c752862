package text;

public final class Markup {
    private Markup() {
    }

    /** For HTML and XML, also within double quotes. */
    public static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
