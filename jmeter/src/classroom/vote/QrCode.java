package classroom.vote;

import module java.base;

/**
 * A QR code in byte mode, versions 1 to 5, with error correction level L, which needs only one block.
 * Clauses and tables in the comments are those of ISO/IEC 18004:2015.
 */
final class QrCode {
    /** The numbers of codewords, by version (table 9). */
    private static final int[] DATA = {19, 34, 55, 80, 108};
    private static final int[] CORRECTION = {7, 10, 15, 20, 26};
    private static final int BYTE_MODE = 0b0100;
    private static final int LEVEL_L = 0b01;
    private static final int FORMAT_GENERATOR = 0b10100110111;
    private static final int FORMAT_MASK = 0b101010000010010;
    private static final int FIELD = 0x11D;      // x^8 + x^4 + x^3 + x^2 + 1
    private static final int TIMING = 6;
    private static final Pattern RUN = Pattern.compile("0{5,}|1{5,}");
    private static final Pattern LIKE_A_FINDER = Pattern.compile("(?=10111010000|00001011101)");

    private final int size;
    private final boolean[][] dark;
    private final boolean[][] fixed;      // the modules without data

    private QrCode(int version, byte[] codewords, int mask) {
        size = 17 + 4 * version;
        dark = new boolean[size][size];
        fixed = new boolean[size][size];
        drawPatterns();
        drawFormat(mask);
        drawData(codewords, mask);
    }

    /** From the top, without the light margin: 1 for a dark module, 0 for a light one. */
    static List<String> rows(String text) {
        return masked(text).min(Comparator.comparingInt(QrCode::penalty)).orElseThrow().rows();
    }

    /** With each mask, from the first to the last. */
    static Stream<QrCode> masked(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int version = IntStream.rangeClosed(1, DATA.length)
                .filter(each -> bytes.length + 2 <= DATA[each - 1])
                .findFirst().orElseThrow(() ->
                        new IllegalArgumentException("too long for a QR code: " + text));
        byte[] codewords = codewords(bytes, version);
        return IntStream.range(0, 8).mapToObj(mask -> new QrCode(version, codewords, mask));
    }

    List<String> rows() {
        return lines(false);
    }

    /** Clauses 7.4 and 7.5. */
    private static byte[] codewords(byte[] bytes, int version) {
        byte[] data = new byte[DATA[version - 1]];
        data[0] = (byte) (BYTE_MODE << 4 | bytes.length >> 4);
        data[1] = (byte) (bytes.length << 4);
        for (int i = 0; i < bytes.length; i++) {
            data[i + 1] |= (byte) ((bytes[i] & 0xFF) >> 4);
            data[i + 2] = (byte) (bytes[i] << 4);
        }
        for (int i = bytes.length + 2; i < data.length; i++) {
            data[i] = (byte) ((i - bytes.length) % 2 == 0 ? 0xEC : 0x11);
        }
        byte[] correction = correction(data, CORRECTION[version - 1]);
        byte[] all = Arrays.copyOf(data, data.length + correction.length);
        System.arraycopy(correction, 0, all, data.length, correction.length);
        return all;
    }

    /** The data's polynomial times x^length, modulo (x - 1)(x - 2)(x - 4) … with {@code length} factors (7.5.2). */
    static byte[] correction(byte[] data, int length) {
        int[] generator = new int[length + 1];      // the highest power first
        generator[0] = 1;
        for (int i = 0, root = 1; i < length; i++, root = times(root, 2)) {
            for (int k = i + 1; k > 0; k--) {
                generator[k] ^= times(generator[k - 1], root);
            }
        }
        byte[] rest = Arrays.copyOf(data, data.length + length);
        for (int i = 0; i < data.length; i++) {
            int factor = rest[i] & 0xFF;
            for (int k = 0; k <= length; k++) {
                rest[i + k] ^= (byte) times(generator[k], factor);
            }
        }
        return Arrays.copyOfRange(rest, data.length, rest.length);
    }

    private static int times(int a, int b) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = product << 1 ^ (product >> 7) * FIELD ^ (b >> bit & 1) * a;
        }
        return product;
    }

    private void set(int row, int column, boolean isDark) {
        if (row >= 0 && row < size && column >= 0 && column < size) {
            dark[row][column] = isDark;
            fixed[row][column] = true;
        }
    }

    /** Clause 6.3. */
    private void drawPatterns() {
        for (int i = 0; i < size; i++) {
            set(TIMING, i, i % 2 == 0);
            set(i, TIMING, i % 2 == 0);
        }
        drawSquares(3, 3, 4);
        drawSquares(3, size - 4, 4);
        drawSquares(size - 4, 3, 4);
        if (size > 21) {
            drawSquares(size - 7, size - 7, 2);
        }
    }

    /** A finder is light at the distances 2 and 4 from its middle, an alignment pattern at 1. */
    private void drawSquares(int row, int column, int radius) {
        for (int y = -radius; y <= radius; y++) {
            for (int x = -radius; x <= radius; x++) {
                int distance = Math.max(Math.abs(y), Math.abs(x));
                set(row + y, column + x, distance != 4 && distance != (radius == 4 ? 2 : 1));
            }
        }
    }

    /** Clause 7.9.1. */
    private void drawFormat(int mask) {
        int bits = LEVEL_L << 3 | mask;
        int rest = bits << 10;
        for (int bit = 14; bit >= 10; bit--) {
            rest ^= (rest >> bit & 1) * FORMAT_GENERATOR << bit - 10;
        }
        int format = (bits << 10 | rest) ^ FORMAT_MASK;
        for (int i = 0; i < 15; i++) {
            boolean isDark = (format >> i & 1) == 1;
            int past = i < 6 ? i : i + 1;      // skips the timing pattern
            if (i < 8) {
                set(past, 8, isDark);
                set(8, size - 1 - i, isDark);
            } else {
                set(8, i == 8 ? 7 : 14 - i, isDark);
                set(size - 15 + i, 8, isDark);
            }
        }
        set(size - 8, 8, true);
    }

    /** Pairs of columns from the right, up and down in turn (7.7.3). */
    private void drawData(byte[] codewords, int mask) {
        int bit = 0;
        boolean up = true;
        for (int right = size - 1; right > 0; right -= right == TIMING + 2 ? 3 : 2, up = !up) {
            for (int i = 0; i < 2 * size; i++) {
                int row = up ? size - 1 - i / 2 : i / 2;
                int column = right - i % 2;
                if (!fixed[row][column]) {
                    boolean isOne = bit < 8 * codewords.length
                            && (codewords[bit / 8] >> 7 - bit % 8 & 1) == 1;
                    dark[row][column] = isOne ^ isMasked(mask, row, column);
                    bit++;
                }
            }
        }
    }

    /** Table 10. */
    private static boolean isMasked(int mask, int i, int j) {
        return 0 == switch (mask) {
            case 0 -> (i + j) % 2;
            case 1 -> i % 2;
            case 2 -> j % 3;
            case 3 -> (i + j) % 3;
            case 4 -> (i / 2 + j / 3) % 2;
            case 5 -> i * j % 2 + i * j % 3;
            case 6 -> (i * j % 2 + i * j % 3) % 2;
            default -> ((i + j) % 2 + i * j % 3) % 2;
        };
    }

    private List<String> lines(boolean columns) {
        return IntStream.range(0, size).mapToObj(i -> IntStream.range(0, size)
                .mapToObj(j -> (columns ? dark[j][i] : dark[i][j]) ? "1" : "0")
                .collect(Collectors.joining())).toList();
    }

    /** Clause 7.8.3. */
    int penalty() {
        int penalty = 0;
        int darkModules = 0;
        for (boolean columns : new boolean[] {false, true}) {
            for (String line : lines(columns)) {
                penalty += RUN.matcher(line).results()
                        .mapToInt(run -> run.end() - run.start() - 2).sum();
                penalty += 40 * (int) LIKE_A_FINDER.matcher(line).results().count();
                darkModules += columns
                        ? 0 : (int) line.chars().filter(module -> module == '1').count();
            }
        }
        return penalty + 3 * squares()
                + 10 * (Math.abs(100 * darkModules / (size * size) - 50) / 5);
    }

    private int squares() {
        int squares = 0;
        for (int row = 1; row < size; row++) {
            for (int column = 1; column < size; column++) {
                boolean isDark = dark[row][column];
                squares += isDark == dark[row - 1][column] && isDark == dark[row][column - 1]
                        && isDark == dark[row - 1][column - 1] ? 1 : 0;
            }
        }
        return squares;
    }
}
