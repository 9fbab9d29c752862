package serviceone.http;

/** What a request says of how its body is coded (RFC 9112, 6.1 and 6.3). Stateless. */
final class TransferCodings {
    private static final String CHUNKED = "chunked";

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
}
