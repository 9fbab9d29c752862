package common.http;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;

class HttpTextTest {
    /** Each read returns at once, but the text never ends. */
    private static InputStream endless(int bytesAtOnce) {
        return new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] part, int from, int length) {
                Arrays.fill(part, from, from + bytesAtOnce, (byte) 'x');
                return bytesAtOnce;
            }
        };
    }

    @Test
    void readingAnEndlessAnswerStopsAtTheTimeOrSizeLimit() throws Exception {
        assertContains("did not end", assertThrows(SocketTimeoutException.class,
                () -> HttpText.text(endless(1), 1)).getMessage());
        assertEquals(1_048_576, HttpText.text(endless(8_192), 600_000).length(), "at most a megabyte");
    }
}
