package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.http.MessageParser.Limits;
import java.util.List;
import testing.Test;

/** Rules of RFC 9110 and 9112 that servers like to forget, each with its section; {@code ok} where it is taken. */
class RequestRulesTest {
    private static final String OK = "ok";

    private record Row(String expected, String rule, String request) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("OPTIONS * null keep", "9112 3.2.4: the server itself", line("OPTIONS *")),
            new Row("OPTIONS * null keep", "9112 3.2.4: no path, no query", line("OPTIONS http://a")),
            new Row("OPTIONS / null keep", "9112 3.2.4: a path", line("OPTIONS http://a/")),
            new Row("OPTIONS / b keep", "9112 3.2.4: a query", line("OPTIONS http://a?b")),
            new Row("refused 400", "9112 3.2.4: the asterisk is for OPTIONS alone", line("GET *")),
            new Row("refused 400", "9112 3.2.4: …", line("HEAD *")),
            new Row("refused 400", "9112 3.2.4: an asterisk and nothing else", line("OPTIONS *?a")),
            new Row("refused 400", "9112 3.2.3: the authority alone is for CONNECT, which no route has",
                    line("CONNECT a:1")),
            new Row("ok", "9112 3: a method of 64 bytes", line("M".repeat(64) + " /")),
            new Row("refused 501", "9112 3: a method longer than any that is known", line("M".repeat(65) + " /")),
            new Row("refused 501", "9112 3: … longer than a line may be", line("M".repeat(9_000) + " /")),
            new Row("refused 501", "9112 3: … that does not end", "M".repeat(9_000)),
            new Row("refused 414", "9112 3: a target longer than a line may be", line("M".repeat(64) + " /"
                    + "t".repeat(9_000))),
            new Row(OK, "3986 3.2.2: an underscore", host("my_host")),
            new Row(OK, "3986 3.2.2: what else a name may have", host("a-b.c~!$&'()*+;=%2f:80")),
            new Row(OK, "3986 3.2.2: an address of IPv6", host("[::1]:8082")),
            new Row(OK, "3986 3.2.3: an empty port", host("a:")),
            new Row("refused 400", "9112 3.2: a list, which is how a proxy joins two", host("a,b")),
            new Row("refused 400", "9112 3.2: a path", host("a/b")),
            new Row("refused 400", "9110 4.2.4: a user", host("a@b")),
            new Row("refused 400", "3986 2.1: half an escape", host("a%2")),
            new Row("refused 400", "3986 2.1: an escape that is none", host("a%zz")),
            new Row("refused 400", "3986 3.2.2: a byte above 127", host("\u00e9")),
            new Row("refused 400", "3986 3.2.2: brackets without end", host("[::1")),
            new Row("refused 400", "3986 3.2.2: brackets around nothing", host("[]")),
            new Row("refused 400", "3986 3.2.2: something behind the brackets", host("[::1]a")),
            new Row("refused 400", "3986 3.2.3: a port that is no number", host("a:b")),
            new Row("refused 400", "3986 3.2.3: two ports", host("a:1:2")),
            new Row(OK, "9112 3.2: an empty Host where the target has no authority", host("")),
            new Row("refused 400", "9112 3.2: … but not where it has one", "GET http://a/ HTTP/1.1\r\nHost:\r\n\r\n"),
            new Row("refused 400", "9110 5.3: whose request is it?",
                    "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n"),
            new Row(OK, "9112 3.2.2: another Host than the target's is ignored",
                    "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n"),
            new Row("refused 400", "9110 4.2.1: a target with an empty host", line("GET http://:80/")),
            new Row("refused 400", "9110 4.2.4: a user in the target", line("GET http://a@b/")),
            new Row("refused 400", "9112 6.3: the last coding is not chunked", coded("gzip")),
            new Row("refused 400", "9112 6.3: … though an earlier one is", coded("chunked, gzip")),
            new Row("refused 400", "9112 6.3: … or it looks like it", coded("xchunked")),
            new Row("refused 400", "9112 6.3: no coding at all", coded("")),
            new Row("refused 400", "9112 7.1: chunked takes no parameter", coded("chunked;a=b")),
            new Row("refused 400", "9112 6.1: chunked twice", coded("chunked, chunked")),
            new Row("refused 400", "9112 6.1: … in two lines", coded("chunked\r\nTransfer-Encoding: chunked")),
            new Row("refused 400", "9112 11.2: an element of the list that others may not see", coded(", chunked")),
            new Row("refused 501", "9112 6.1: a coding that is not known, and then chunked", coded("gzip, chunked")),
            new Row("refused 501", "9112 6.1: … in two lines", coded("gzip\r\nTransfer-Encoding: chunked")),
            new Row(OK, "9112 7: chunked, in any case", coded("CHUNKED") + "0\r\n\r\n"),
            new Row(OK, "9112 7.1.1: extensions", chunk(" ; a ; b = c;d=\"e ; \\\" f\"")),
            new Row("refused 400", "9112 7.1.1: a bare semicolon", chunk(";")),
            new Row("refused 400", "9112 7.1.1: … behind a good one", chunk(";a;")),
            new Row("refused 400", "9112 7.1.1: a name with a character that no token has", chunk(";a(")),
            new Row("refused 400", "9112 7.1.1: no name", chunk(";=a")),
            new Row("refused 400", "9112 7.1.1: no value", chunk(";a=")),
            new Row("refused 400", "9112 7.1.1: a quoted value without end", chunk(";a=\"b")),
            new Row("refused 400", "9112 7.1.1: … whose last quote is escaped", chunk(";a=\"b\\\"")),
            new Row("refused 400", "9110 5.6.4: a control character in a quoted value", chunk(";a=\"\u0001\"")),
            new Row("refused 400", "9112 7.1.1: something behind a quoted value", chunk(";a=\"b\"c")),
            new Row("refused 400", "9112 7.1.1: a blank at the end", chunk(" ")));

    private static String line(String methodAndTarget) {
        return methodAndTarget + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static String host(String host) {
        return "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    }

    private static String coded(String codings) {
        return "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + codings + "\r\n\r\n";
    }

    private static String chunk(String extensions) {
        return coded("chunked") + "1" + extensions + "\r\nx\r\n0\r\n\r\n";
    }

    @Test
    void eachRuleIsKeptHoweverTheRequestComes() {
        for (Row row : ROWS) {
            for (int piece : new int[] {1, 7, 100_000}) {
                String verdict = Verdict.of(Limits.DEFAULTS, row.request, piece).toString();
                String reason = row.rule + ", " + piece + " bytes at a time";
                if (row.expected.startsWith("refused")) {
                    assertTrue(verdict.startsWith(row.expected + ": "), reason + ": " + verdict);
                } else if (row.expected.equals(OK)) {
                    assertTrue(verdict.endsWith("keep"), reason + ": " + verdict);
                } else {
                    assertEquals(row.expected, verdict, reason);
                }
            }
        }
    }
}
