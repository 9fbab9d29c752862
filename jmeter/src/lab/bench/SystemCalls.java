package lab.bench;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How often a program called the kernel.
 *
 * @param seconds for how long they were counted
 * @param calls   by the name of the call
 * @param total   of all of them; more than the calls add up to where a counter knows some by name only
 */
public record SystemCalls(double seconds, Map<String, Long> calls, long total) {

    /** What a service on sockets calls most, each with the names that it has on one system or another. */
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

    long of(Kind kind) {
        return kind.names.stream().mapToLong(name -> calls.getOrDefault(name, 0L)).sum();
    }

    long others() {
        return total - Stream.of(Kind.values()).mapToLong(this::of).sum();
    }
}
