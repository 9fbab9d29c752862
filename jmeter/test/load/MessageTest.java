package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.TemporaryFolder;
import testing.Test;

class MessageTest extends TemporaryFolder {
    private static List<String> tokens(String text) throws IOException {
        return new Message("GET", List.of(), "", text, 200).tokens();
    }

    @Test
    void tokensAreAListOrTheFirstColumnOfAFile() throws Exception {
        assertEquals(List.of("token"), tokens("token"));
        assertEquals(List.of("Bearer a", "b"), tokens("Bearer a, b"));
        assertEquals(List.of("Bearer a", "b"), tokens("@" + write("users.csv", "Bearer a,Ann\n\nb\n")));
        assertThrows(IOException.class, "no token in", () -> tokens("@" + write("empty.csv", "\n")));
        assertThrows(IOException.class, () -> tokens("@no-such-file"));
    }

    @Test
    void aPlanGetsThePropertiesOfTheMessage() throws Exception {
        assertEquals(Map.of("method", "GET", "status", "200", "tokens", "1", "token.1", "token"),
                new Message("GET", List.of(), "", "token", 200).properties());
        Path body = write("order.json", "{}");
        assertEquals(Map.of("method", "PUT", "status", "204", "tokens", "2", "token.1", "a", "token.2", "b",
                "request_body", body.toString()), new Message("PUT", List.of(), body.toString(), "a,b", 204)
                .properties());
        assertEquals("/dev/null", new Message("POST", List.of(), "", "a", 200).properties().get("request_body"));
    }

    @Test
    void propertiesOfTheCommandLineAreCompleted() throws Exception {
        assertEquals(Map.of("users", "5", "method", "POST", "status", "201", "token", "a,b", "tokens", "2", "token.1",
                "a", "token.2", "b", "request_body", Path.of("order.json").toAbsolutePath().toString()),
                Message.resolved(Map.of("users", "5", "token", "a,b", "request_body", "order.json", "status", "201")));
    }

    @Test
    void headersAreAddedToACopyOfThePlan() throws Exception {
        Path plan = Path.of(System.getProperty("repository"), "jmeter/plans/closed-loop.jmx");
        Path copy = folder.resolve("copy.jmx");
        assertEquals(plan, Message.withHeaders(List.of(), plan, copy));
        assertEquals(copy, Message.withHeaders(List.of("X-Shop: a: <b> & c"), plan, copy));
        String text = Files.readString(copy);
        assertContains("<stringProp name=\"Header.name\">X-Shop</stringProp>", text);
        assertContains("<stringProp name=\"Header.value\">a: &lt;b&gt; &amp; c</stringProp>", text);
        assertContains(">Authorization<", text);
        assertThrows(IOException.class, "has no HTTP Header Manager",
                () -> Message.withHeaders(List.of("A: b"), write("bare.jmx", "<x/>"), copy));
    }
}
