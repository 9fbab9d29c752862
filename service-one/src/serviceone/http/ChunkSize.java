package serviceone.http;

/** Reads the line before a chunk (RFC 9112, 7.1). Stateless. */
final class ChunkSize {
    private static final int MOST_DIGITS = 15;

    /** Hexadecimal digits, then perhaps an extension, which is ignored (RFC 9112, 7.1.1). */
    static long of(LineReader line) throws MessageException {
        int end = 0;
        long size = 0;
        while (end < line.length() && Character.digit(line.bytes()[end], 16) >= 0) {
            size = size * 16 + Character.digit(line.bytes()[end++], 16);
            if (end > MOST_DIGITS) {
                throw new MessageException(400, "an absurd chunk size");
            }
        }
        if (end == 0 || !endsAt(line, end) || !Characters.isFieldValue(line.bytes(), end, line.length())) {
            throw new MessageException(400, "a malformed chunk size");
        }
        return size;
    }

    /** Whether the line ends behind the digits, or goes on with blanks and the semicolon of an extension. */
    private static boolean endsAt(LineReader line, int end) {
        int extension = end;
        while (extension < line.length() && Characters.isBlank(line.bytes()[extension])) {
            extension++;
        }
        return end == line.length() || extension < line.length() && line.bytes()[extension] == ';';
    }
}
