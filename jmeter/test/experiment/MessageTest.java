package experiment;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import load.PlanXml;
import testing.Assertions;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class MessageTest extends TemporaryFolder {
    private static List<String> tokens(String text) throws IOException {
        return new Message("GET", List.of(), "", text, 200).tokens();
    }

    @Test
    void tokensAreAListOrTheFirstColumnOfAFile() throws Exception {
        assertEquals(List.of("token"), tokens("token"));
        assertEquals(List.of("Bearer a", "b"), tokens("Bearer a, b"));
        assertEquals(List.of("Bearer a", "b"), tokens("@" + write("users.csv", "Bearer a,Ann\n\nb\n")));
        assertRefused("a file without a token", () -> tokens("@" + write("empty.csv", "\n")));
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
        assertEquals(Set.of("method", "status", "tokens", "token.1"),
                new Message("HEAD", List.of(), "", "a", 200).properties().keySet(), "a HEAD has no body");
    }

    @Test
    void propertiesOfTheCommandLineAreCompleted() throws Exception {
        assertEquals(Map.of("users", "5", "method", "POST", "status", "201", "token", "a,b", "tokens", "2", "token.1",
                "a", "token.2", "b", "request_body", Path.of("order.json").toAbsolutePath().toString()),
                Message.resolved(Map.of("users", "5", "token", "a,b", "request_body", "order.json", "status", "201")));
    }

    private static String pattern(String... given) throws IOException {
        return Message.resolved(Stream.of(given).map(each -> each.split("=", 2)).collect(Collectors.toMap(
                each -> each[0], each -> each[1]))).getOrDefault("body", "the plan's");
    }

    /** JMeter fails each assertion on an empty body, unless the plan's pattern accepts it. */
    @Test
    void noBodyIsExpectedWhereHttpForbidsOneUnlessThePatternSaysOtherwise() throws Exception {
        for (String without : List.of("status=204", "status=205", "status=304", "method=HEAD")) {
            assertEquals("^$", pattern(without), without);
            assertEquals("text", pattern(without, "body=text"), without);
        }
        for (String with : List.of("status=200", "status=201", "method=PUT", "users=3")) {
            assertEquals("the plan's", pattern(with), with);
        }
    }

    @Test
    void headersAreAddedToACopyOfThePlan() throws Exception {
        Path plan = Path.of(System.getProperty("repository"), "jmeter/plans/closed-loop.jmx");
        Path copy = folder.resolve("copy.jmx");
        assertEquals(plan, PlanXml.withHeaders(List.of(), plan, copy));
        assertEquals(copy, PlanXml.withHeaders(List.of("X-Shop: a: <b> & c"), plan, copy));
        String text = Files.readString(copy);
        assertContains("<stringProp name=\"Header.name\">X-Shop</stringProp>", text);
        assertContains("<stringProp name=\"Header.value\">a: &lt;b&gt; &amp; c</stringProp>", text);
        assertContains(">Authorization<", text);
        assertRefused("a plan that takes no header",
                () -> PlanXml.withHeaders(List.of("A: b"), write("bare.jmx", "<x/>"), copy));
    }

    private void assertRefused(String situation, Assertions.Executable code) throws IOException {
        String message = assertThrows(IOException.class, code).getMessage();
        Words.assertSame("jmeter", situation, message.replace(folder.toString(), "‹folder›"));
    }

    @Test
    void aHeaderHasANameAColonAndAValueThatMayBeEmpty() throws Exception {
        assertEquals("true true false false", Stream.of("X-Shop: a:b", "X:", ": a", "no colon").map(Message::isHeader)
                .map(String::valueOf).collect(Collectors.joining(" ")));
        Path copy = PlanXml.withHeaders(List.of("X:", "Y:  b "), write("plan.jmx",
                "<collectionProp name=\"HeaderManager.headers\">"), folder.resolve("with-two.jmx"));
        assertEquals(List.of("X", "", "Y", "b"), Pattern.compile(">([^<]*)</stringProp>")
                .matcher(Files.readString(copy)).results().map(found -> found.group(1)).toList());
    }

    @Test
    void aHeaderMayAskForAConnectionForEachRequest() {
        assertEquals("true true true false false false", Stream.of("Connection: close", "connection:CLOSE",
                "Connection:  Close ", "Connection: keep-alive", "X-Connection: close", "Connection: closed")
                .map(header -> Message.asksToClose(List.of("A: b", header))).map(String::valueOf)
                .collect(Collectors.joining(" ")));
    }

    @Test
    void theBodyIsTheFilesBytes() throws Exception {
        String file = write("order.json", "{}").toString();
        assertEquals("{}", new String(new Message("PUT", List.of(), file, "a", 200).body()));
        assertEquals(0, new Message("PUT", List.of(), "", "a", 200).body().length);
    }
}
