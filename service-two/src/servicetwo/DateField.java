package servicetwo;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The field Date, made once a second (RFC 9110, 6.6.1 and 5.6.7). Used by the loop's thread alone. */
final class DateField {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT\r\n'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final long MILLIS_PER_SECOND = 1_000;

    private long second = -1;
    private byte[] bytes = {};

    /** With the end of its line. */
    byte[] bytes() {
        long now = System.currentTimeMillis() / MILLIS_PER_SECOND;
        if (now != second) {
            second = now;
            bytes = FORMAT.format(Instant.ofEpochSecond(now)).getBytes(StandardCharsets.ISO_8859_1);
        }
        return bytes;
    }
}
