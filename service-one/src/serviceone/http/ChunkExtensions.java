package serviceone.http;

/**
 * What may stand behind the size of a chunk: {@code ;name}, {@code ;name=value} or {@code ;name="value"}, any number of
 * them, with blanks around the semicolon and the equals sign (RFC 9112, 7.1.1). Serves one line, on one thread.
 */
final class ChunkExtensions {
    private final byte[] line;
    private final int end;
    private int position;

    /** @param from the first byte behind the chunk's size */
    ChunkExtensions(LineReader line, int from) {
        this.line = line.bytes();
        this.end = line.length();
        this.position = from;
    }

    boolean areWellFormed() {
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
