package serviceone.routes;

import module java.base;
import common.http.Request;
import serviceone.calls.Call;

/** A buffer of 64 KB, into which a request writes its path. */
final class Buffers {
    private static final ThreadLocal<byte[]> OF_THREAD = ThreadLocal.withInitial(Buffers::allocated);
    private static final ThreadLocal<String> PATH_OF_THREAD = new ThreadLocal<>();
    private static final Queue<byte[]> SHARED = new ConcurrentLinkedQueue<>();
    private static final ScopedValue<String> PATH = ScopedValue.newInstance();

    private Buffers() {
    }

    private static byte[] allocated() {
        return new byte[64 << 10];
    }

    /** {@code ?from=shared}: all threads share the buffers, and a {@code ScopedValue} holds the path (JEP 506). */
    static <T> Call<T> before(Call<T> call, Request request) {
        switch (request.parameter("from").orElse("thread")) {
            case "thread" -> {
                PATH_OF_THREAD.set(request.path());
                write(PATH_OF_THREAD.get(), OF_THREAD.get());
            }
            case "shared" -> ScopedValue.where(PATH, request.path()).run(() -> {
                byte[] buffer = Objects.requireNonNullElseGet(SHARED.poll(), Buffers::allocated);
                write(PATH.get(), buffer);
                SHARED.add(buffer);
            });
            default -> throw new Request.ParameterException("from takes thread or shared");
        }
        return call;
    }

    private static void write(String path, byte[] buffer) {
        Arrays.fill(buffer, (byte) path.charAt(path.length() - 1));
    }
}
