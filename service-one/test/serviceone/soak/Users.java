package serviceone.soak;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Hands out users of service two, each once, so that an answer tells whose it is. Any thread may take some. */
public final class Users {
    private static final long MOST_AT_SERVICE_TWO = 999_999_999;

    private final AtomicLong taken = new AtomicLong();
    private final long most;

    /** As many as service two knows. */
    public Users() {
        this(MOST_AT_SERVICE_TWO);
    }

    public Users(long most) {
        this.most = most;
    }

    /** So many, or those that are left; empty when all are taken. */
    List<String> take(int count) {
        long from = taken.getAndAdd(count);
        return LongStream.range(from, Math.min(from + count, most)).mapToObj(number -> "user-" + (number + 1)).toList();
    }

    public boolean areTaken() {
        return taken.get() >= most;
    }
}
