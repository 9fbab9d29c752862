package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

/** The decoder in this test shares no code with {@link QrCode}. */
class QrCodeTest {
    private static final int[] DATA_CODEWORDS = {19, 34, 55, 80, 108};

    /** ISO/IEC 18004, annex I: the codewords of version 1-M. */
    @Test
    void theErrorCorrectionMatchesTheStandardsExample() {
        HexFormat hex = HexFormat.of();
        assertEquals("a524d4c1ed36c7872c55",
                hex.formatHex(QrCode.correction(hex.parseHex("10200c566180ec11ec11ec11ec11ec11"), 10)));
    }

    private static final String TEXT = "http://192.168.178.20:8091/#CDFH".repeat(4);

    @Test
    void theSmallestVersionThatHoldsTheTextIsUsed() {
        int[][] lengthAndVersion = {{0, 1}, {1, 1}, {17, 1}, {18, 2}, {32, 2}, {33, 3}, {53, 3}, {54, 4}, {78, 4},
            {79, 5}, {106, 5}};
        for (int[] row : lengthAndVersion) {
            String text = TEXT.substring(0, row[0]);
            List<String> rows = QrCode.rows(text);
            assertEquals(17 + 4 * row[1], rows.size(), "the width for " + row[0] + " characters");
            assertEquals(text, read(rows));
        }
        assertEquals("é", read(QrCode.rows("é")));
        assertThrows(IllegalArgumentException.class, () -> QrCode.rows("x".repeat(107)));
    }

    @Test
    void eachMaskOfEachVersionCanBeDecoded() {
        for (int length : new int[] {17, 32, 53, 78, 106}) {
            String text = TEXT.substring(0, length);
            List<List<String>> codes = QrCode.masked(text).map(QrCode::rows).toList();
            for (int mask = 0; mask < 8; mask++) {
                assertEquals(mask, mask(codes.get(mask)), "the mask's number in the code");
                assertEquals(text, read(codes.get(mask)));
            }
        }
    }

    /**
     * Lengths, the CRC-32 of the rows with each mask, and the masks' penalties. Another program (python-qrcode 8) draws
     * the same codes, and gives them the same penalties.
     */
    private static final Object[][] CODES = {
        {1, "9fb99a48", List.of(418, 512, 392, 442, 415, 444, 534, 545)},
        {17, "a4af9576", List.of(458, 451, 427, 356, 507, 488, 430, 413)},
        {18, "340ceca0", List.of(639, 683, 564, 440, 478, 497, 456, 559)},
        {32, "fcd14d22", List.of(567, 571, 553, 481, 693, 501, 462, 498)},
        {33, "d47122f0", List.of(588, 680, 605, 667, 782, 656, 640, 626)},
        {53, "0bb87596", List.of(714, 664, 467, 731, 769, 705, 684, 768)},
        {54, "8e69ffd5", List.of(1005, 1001, 660, 781, 942, 841, 895, 851)},
        {78, "59df64a6", List.of(932, 887, 785, 677, 951, 861, 731, 786)},
        {79, "f419fd0f", List.of(984, 1075, 891, 993, 1239, 1101, 990, 1166)},
        {106, "9bc96070", List.of(1250, 1247, 791, 1011, 1086, 1184, 954, 1106)}};

    @Test
    void theMaskWithTheLowestPenaltyIsUsed() {
        for (Object[] row : CODES) {
            String text = TEXT.substring(0, (Integer) row[0]);
            List<QrCode> codes = QrCode.masked(text).toList();
            CRC32 crc = new CRC32();
            crc.update(codes.stream().flatMap(code -> code.rows().stream()).collect(Collectors.joining("\n"))
                    .getBytes(StandardCharsets.US_ASCII));
            assertEquals(row[1], "%08x".formatted(crc.getValue()), "the codes of " + row[0] + " characters");
            List<Integer> penalties = codes.stream().map(QrCode::penalty).toList();
            assertEquals(row[2], penalties, "the penalties of " + row[0] + " characters");
            int best = penalties.indexOf(Collections.min(penalties));
            assertEquals(codes.get(best).rows(), QrCode.rows(text), "the code of " + row[0] + " characters");
        }
    }

    private static int bit(List<String> rows, int row, int column) {
        return rows.get(row).charAt(column) - '0';
    }

    static String read(List<String> rows) {
        int size = rows.size();
        int version = (size - 17) / 4;
        for (String row : rows) {
            assertEquals(size, row.length());
        }
        assertTrue(rows.getFirst().startsWith("11111110") && rows.getFirst().endsWith("01111111")
                && rows.getLast().startsWith("11111110"), "three finder patterns: " + String.join("\n", rows));
        byte[] codewords = codewords(rows, mask(rows));
        for (int i = 0, root = 1; i < codewords.length - DATA_CODEWORDS[version - 1]; i++, root = times(root, 2)) {
            int value = 0;
            for (byte codeword : codewords) {
                value = times(value, root) ^ codeword & 0xFF;
            }
            assertEquals(0, value, "a syndrome of version " + version);
        }
        int length = (codewords[0] & 15) << 4 | (codewords[1] & 0xFF) >> 4;
        assertEquals(4, codewords[0] >> 4, "the mode");
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) (codewords[i + 1] << 4 | (codewords[i + 2] & 0xFF) >> 4);
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    private static int mask(List<String> rows) {
        int size = rows.size();
        int[][] around = {{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8}, {8, 7}, {8, 5}, {8, 4},
            {8, 3}, {8, 2}, {8, 1}, {8, 0}};
        int one = 0;
        int other = 0;
        for (int i = 0; i < 15; i++) {
            one |= bit(rows, around[i][0], around[i][1]) << i;
            other |= (i < 8 ? bit(rows, 8, size - 1 - i) : bit(rows, size - 15 + i, 8)) << i;
        }
        assertEquals(one, other);
        int format = one ^ 0x5412;
        int rest = format;
        for (int i = 14; i >= 10; i--) {
            rest ^= (rest >> i & 1) * (0x537 << i - 10);
        }
        assertEquals(0, rest, "the format " + Integer.toBinaryString(one));
        assertEquals(1, format >> 13, "level L");
        return format >> 10 & 7;
    }

    private static byte[] codewords(List<String> rows, int mask) {
        int size = rows.size();
        byte[] codewords = new byte[new int[] {26, 44, 70, 100, 134}[(size - 17) / 4 - 1]];
        int position = 0;
        for (int pair = 0; pair < (size - 1) / 2; pair++) {
            for (int i = 0; i < 2 * size; i++) {
                int row = pair % 2 == 0 ? size - 1 - i / 2 : i / 2;
                int column = size - 1 - 2 * pair - i % 2;
                column = column <= 6 ? column - 1 : column;      // the timing pattern's column holds no data
                if (isData(size, row, column) && position < 8 * codewords.length) {
                    int bit = bit(rows, row, column) ^ (isMasked(mask, row, column) ? 1 : 0);
                    codewords[position / 8] |= (byte) (bit << 7 - position % 8);
                    position++;
                }
            }
        }
        return codewords;
    }

    private static boolean isData(int size, int row, int column) {
        boolean corner = row < 9 && (column < 9 || column >= size - 8) || row >= size - 8 && column < 9;
        boolean aligns = size > 21 && Math.abs(row - size + 7) <= 2 && Math.abs(column - size + 7) <= 2;
        return !corner && !aligns && row != 6 && column != 6;
    }

    private static boolean isMasked(int mask, int row, int column) {
        int product = row * column;
        int sum = row + column;
        return List.of(sum % 2, row % 2, column % 3, sum % 3, (row / 2 + column / 3) % 2, product % 2 + product % 3,
                (product % 2 + product % 3) % 2, (sum % 2 + product % 3) % 2).get(mask) == 0;
    }

    private static int times(int one, int other) {
        int product = 0;
        int shifted = one;
        for (int rest = other; rest > 0; rest >>= 1) {
            product ^= (rest & 1) * shifted;
            shifted = shifted << 1 ^ (shifted >> 7) * 0x11D;
        }
        return product;
    }
}
