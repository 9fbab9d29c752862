package lab.bench;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How many system calls a program made.
 *
 * @param seconds the duration of the counting
 * @param calls   the number of calls, by the call's name
 * @param total   the number of all calls; more than the sum of {@code calls} if the counter counts only some by name
 */
public record SystemCalls(double seconds, Map<String, Long> calls, long total) {

    /** The most frequent calls of a network service, with their names on different systems. */
    enum Kind {
        READ("read", "readv", "recvfrom", "recvmsg"),
        WRITE("write", "writev", "sendto", "sendmsg"),
        EPOLL_WAIT("epoll_wait", "epoll_pwait", "epoll_pwait2"),
        EPOLL_CTL("epoll_ctl"),
        FUTEX("futex"),
        IOCTL("ioctl");

        private final Set<String> names;

        Kind(String... names) {
            this.names = Set.of(names);
        }

        Set<String> names() {
            return names;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    long numberOf(Kind kind) {
        return kind.names.stream().mapToLong(name -> calls.getOrDefault(name, 0L)).sum();
    }

    /** The number of calls that are of no {@link Kind}. */
    long others() {
        return total - Stream.of(Kind.values()).mapToLong(this::numberOf).sum();
    }
}
