package common.http;

/**
 * The rules of a body that comes in chunks (RFC 9112, 6.1 and 7.1): that the header says so and nothing else, and the
 * line before each chunk, with its size. {@link MessageParser} takes the chunks themselves.
 */
final class ChunkedBody {
    private static final String CHUNKED = "chunked";
    private static final int MOST_DIGITS = 15;

    private final byte[] line;
    private final int end;
    private int position;

    /**
     * Passes where the body comes in chunks and in nothing else.
     *
     * @throws MessageException 400 where nobody can tell where the body ends, because the last coding is not
     *         {@code chunked}, or {@code chunked} is there twice; 501 for a coding before it, which is not known here
     */
    static void requireChunkedAlone(Headers headers) throws MessageException {
        String[] codings = headers.list("Transfer-Encoding").split(",", -1);
        int last = codings.length - 1;
        if (!isChunked(codings[last])) {
            throw new MessageException(400, "a Transfer-Encoding that does not end with chunked");
        }
        for (int i = 0; i < last; i++) {
            if (codings[i].isBlank() || isChunked(codings[i])) {
                throw new MessageException(400, "a malformed Transfer-Encoding");
            }
        }
        if (last > 0) {
            throw new MessageException(501, "a Transfer-Encoding other than chunked");
        }
    }

    private static boolean isChunked(String coding) {
        return coding.strip().equalsIgnoreCase(CHUNKED);
    }

    /** Hexadecimal digits, then perhaps extensions, which must be well-formed and are ignored (RFC 9112, 7.1.1). */
    static long chunkSize(LineReader line) throws MessageException {
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
        if (end < line.length() && !new ChunkedBody(line, end).areExtensionsWellFormed()) {
            throw new MessageException(400, "a malformed chunk extension");
        }
        return size;
    }

    /** @param from the first byte behind the chunk's size */
    private ChunkedBody(LineReader line, int from) {
        this.line = line.bytes();
        this.end = line.length();
        this.position = from;
    }

    /** {@code ;name}, {@code ;name=value} or {@code ;name="value"}, with blanks around the marks. */
    private boolean areExtensionsWellFormed() {
        boolean wellFormed = true;
        while (wellFormed && position < end) {
            wellFormed = takeWithBlanks(';') && takeToken() && (!takeWithBlanks('=') || takeValue());
        }
        return wellFormed;
    }

    private boolean takeValue() {
        return take('"') ? takeRestOfQuoted() : takeToken();
    }

    /** Takes the character and the blanks on both sides of it, or nothing. */
    private boolean takeWithBlanks(char wanted) {
        int before = position;
        skipBlanks();
        if (!take(wanted)) {
            position = before;
            return false;
        }
        skipBlanks();
        return true;
    }

    private void skipBlanks() {
        while (position < end && Characters.isBlank(line[position])) {
            position++;
        }
    }

    private boolean take(char wanted) {
        boolean taken = position < end && line[position] == wanted;
        position += taken ? 1 : 0;
        return taken;
    }

    private boolean takeToken() {
        int from = position;
        while (position < end && Characters.isToken(line, position, position + 1)) {
            position++;
        }
        return position > from;
    }

    /** Up to the quote that ends it; a backslash takes the next character's meaning away (RFC 9110, 5.6.4). */
    private boolean takeRestOfQuoted() {
        while (position < end && line[position] != '"') {
            position += line[position] == '\\' ? 1 : 0;
            if (position == end || !Characters.isFieldValue(line, position, position + 1)) {
                return false;
            }
            position++;
        }
        return take('"');
    }
}
