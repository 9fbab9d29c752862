package common.http;

import module java.base;
import common.http.MessageParser.Limits;

public final class MutatedRequests {
    /** So small that mutations reach them. */
    public static final Limits LIMITS = new Limits(100, 200, 6, 32);

    private static final String HOST = "Host: a\r\n";
    private static final String CHUNKED = " HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n";
    private static final List<String> VALID = List.of(
            "GET /none HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /rpc?a=b HTTP/1.1\r\n" + HOST + "Accept: */*\r\n\r\n",
            "GET /meetings HTTP/1.1\r\n" + HOST + "Authorization: nobody\r\n\r\n",
            "GET http://a_b:80/computational?numbers=7 HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "HEAD /rpc HTTP/1.1\r\n" + HOST + "Connection: keep-alive\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /none HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /none HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n",
            "\r\nPOST /none HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\nhello",
            "POST /rpc HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
            "POST /none" + CHUNKED + "5\r\nhello\r\n0\r\n\r\n",
            "POST /none" + CHUNKED + "2;a=b;c=\"d\"\r\nhi\r\n00\r\nT: x\r\n\r\n");
    private static final List<String> SNIPPETS = List.of("\r\n", "\n", "\r", "\r\n\r\n", " ", "\t", ":", ";", ",", "\"",
            "*", "/", "?", "#", "%", "\u0000", "\u007f", "\u00ff", "0", "9", "f", "x", "-", "HTTP/1.1", "GET ",
            "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
            "Host: b\r\n", "Expect: 100-continue\r\n", "0\r\n\r\n", "a".repeat(70), "b".repeat(300),
            "A: b\r\n".repeat(7));
    private static final int MOST_REQUESTS = 3;
    private static final int MOST_MUTATIONS = 4;

    /** Each character stands for one byte. */
    public static String text(long seed) {
        Random random = new Random(seed);
        random.nextInt();      // skipped: neighbouring seeds give similar first numbers
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(MOST_REQUESTS); i >= 0; i--) {
            text.append(any(VALID, random));
        }
        for (int i = random.nextInt(MOST_MUTATIONS + 1); i > 0; i--) {
            mutate(text, random);
        }
        return text.toString();
    }

    private static void mutate(StringBuilder text, Random random) {
        int from = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), from + 1 + random.nextInt(8));
        switch (random.nextInt(7)) {
            case 0 -> text.insert(from, any(SNIPPETS, random));
            case 1 -> text.replace(from, to, any(SNIPPETS, random));
            case 2 -> text.delete(from, to);
            case 3 -> text.insert(from, text.substring(from, to));
            case 4 -> text.insert(random.nextInt(text.length() + 1), text.substring(from, to));
            case 5 -> text.setLength(from);
            default -> text.replace(from, text.length(), tail(any(VALID, random), random));
        }
    }

    private static String tail(String request, Random random) {
        return request.substring(random.nextInt(request.length()));
    }

    private static String any(List<String> texts, Random random) {
        return texts.get(random.nextInt(texts.size()));
    }

    public static List<String> cut(String text, int pieces, Random random) {
        List<String> cut = new ArrayList<>();
        int from = 0;
        for (int i = 1; i < pieces; i++) {
            int to = from + random.nextInt(text.length() - from + 1);
            cut.add(text.substring(from, to));
            from = to;
        }
        cut.add(text.substring(from));
        return cut;
    }
}
