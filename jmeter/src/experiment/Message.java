package experiment;

import module java.base;
import common.commandline.Option;

/**
 * What each request sends besides its path.
 *
 * @param headers each as {@code NAME: VALUE}
 * @param file    has the body; empty for none
 * @param token   values of the header Authorization, which requests take in turn: separated by commas, or {@code @} and
 *                a CSV file with one in the first column of each line
 * @param status  of a good answer
 */
public record Message(String method, List<String> headers, String file, String token,
        int status) {
    /** JMeter would send a form instead of an empty body. */
    private static final String NO_BODY = "/dev/null";
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);
    private static final String HEADER = "header";
    static final String BODY_FILE = "request-body";
    static final String TOKEN = "token";
    static final List<Option> KEYS = List.of(
            Option.text("--method", "NAME", "", "a method", "method of the requests; GET, or POST with a request-body"),
            new Option("--" + HEADER, "TEXT", "", "NAME: VALUE", text -> text.isEmpty() || isHeader(text),
                    "header of each request, such as 'Content-Type: application/json'; may be repeated"),
            Option.text("--" + BODY_FILE, "FILE", "", "a file", "file with the body of each request"),
            Option.text("--" + TOKEN, "TEXT,…", "token", "texts separated by commas, or @FILE", "value of the header "
                    + "Authorization. Requests take several in turn: a,b,c or @FILE, a CSV file with one in the first "
                    + "column of each line"),
            Option.number("--status", "N", "200", 200, 299, "status of a good answer"));

    /** Without a method, it is GET or, with a body, POST. */
    public Message {
        String usual = file.isEmpty() ? "GET" : "POST";
        method = method.isEmpty() ? usual : method.toUpperCase(Locale.ROOT);
    }

    static Message read(Values values) {
        List<String> headers = values.lines(HEADER);
        if (headers.stream().anyMatch(each -> each.matches("(?i)authorization:.*"))) {
            throw values.error(HEADER, "the value of Authorization is --token's");
        }
        return new Message(values.text("method"), headers, values.text(BODY_FILE), values.text(TOKEN),
                values.number("status"));
    }

    public static boolean isHeader(String text) {
        return text.matches("[^:\\s]+:.*");
    }

    public List<String> tokens() throws IOException {
        Stream<String> each = Stream.of(token.split(","));
        if (token.startsWith("@")) {
            List<String> lines = Files.readAllLines(Path.of(token.substring(1)));
            each = lines.stream().map(line -> line.split(",")[0]);
        }
        List<String> tokens = each.map(String::strip).filter(text -> !text.isEmpty()).toList();
        if (tokens.isEmpty()) {
            throw new IOException("no token in " + token);
        }
        return tokens;
    }

    public byte[] body() throws IOException {
        return file.isEmpty() ? new byte[0] : Files.readAllBytes(Path.of(file));
    }

    public static boolean asksToClose(List<String> headers) {
        return headers.stream().anyMatch(header -> header.matches("(?i)connection:\\s*close\\s*"));
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    public boolean hasContent() {
        return !file.isEmpty() || !isHead() && !method.equals("GET");
    }

    /** The pattern of a good answer's body, if HTTP forbids one (RFC 9110, 6.4.1 and 15.3.6). */
    public Optional<String> noBody() {
        return isHead() || WITHOUT_BODY.contains(status) ? Optional.of("^$") : Optional.empty();
    }

    /** Properties of this project's plans. */
    public Map<String, String> properties() throws IOException {
        Map<String, String> properties = new HashMap<>();
        properties.put("method", method);
        properties.put("status", Integer.toString(status));
        if (hasContent()) {
            Path body = Path.of(file.isEmpty() ? NO_BODY : file);
            properties.put("request_body", body.toAbsolutePath().toString());
        }
        List<String> tokens = tokens();
        properties.put("tokens", Integer.toString(tokens.size()));
        for (int i = 0; i < tokens.size(); i++) {
            properties.put("token." + (i + 1), tokens.get(i));
        }
        return properties;
    }

    /** Completes what the user gives of a plan: several tokens, a relative file, no method, or no pattern as here. */
    public static Map<String, String> resolved(Map<String, String> given) throws IOException {
        Message message = new Message(given.getOrDefault("method", ""), List.of(),
                given.getOrDefault("request_body", ""), given.getOrDefault("token", "token"),
                Integer.parseInt(given.getOrDefault("status", "200")));
        Map<String, String> all = message.properties();
        given.forEach(all::putIfAbsent);
        message.noBody().ifPresent(pattern -> all.putIfAbsent("body", pattern));
        return all;
    }
}
