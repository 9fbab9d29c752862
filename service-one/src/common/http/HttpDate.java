package common.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the Date field (RFC 9110, 5.6.7 and 6.6.1), formatted once a second however many ask for it. */
final class HttpDate {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** One reference to an immutable value: a reader sees the second and its text together, whoever wrote them. */
    private record Second(long number, String text) {
    }

    private static volatile Second last = new Second(-1, "");

    static String now() {
        long number = System.currentTimeMillis() / 1000;
        Second second = last;
        if (second.number != number) {
            second = new Second(number, FORMAT.format(Instant.ofEpochSecond(number)));
            last = second;
        }
        return second.text;
    }
}
