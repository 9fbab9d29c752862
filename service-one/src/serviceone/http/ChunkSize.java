package serviceone.http;

/** Reads the line before a chunk (RFC 9112, 7.1). Stateless. */
final class ChunkSize {
    private static final int MOST_DIGITS = 15;

    /** Hexadecimal digits, then perhaps extensions, which must be well-formed and are ignored (RFC 9112, 7.1.1). */
    static long of(LineReader line) throws MessageException {
        int end = 0;
        long size = 0;
        while (end < line.length() && Character.digit(line.bytes()[end], 16) >= 0) {
            size = size * 16 + Character.digit(line.bytes()[end++], 16);
            if (end > MOST_DIGITS) {
                throw new MessageException(400, "an absurd chunk size");
            }
        }
        if (end == 0) {
            throw new MessageException(400, "a malformed chunk size");
        }
        if (end < line.length() && !new ChunkExtensions(line, end).areWellFormed()) {
            throw new MessageException(400, "a malformed chunk extension");
        }
        return size;
    }
}
