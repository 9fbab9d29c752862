package lab.bench;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How often a program called the kernel. Immutable.
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

    /** @param throughput requests per second while they were counted */
    double perRequest(Kind kind, double throughput) {
        return of(kind) / seconds / throughput;
    }

    double perRequest(double throughput) {
        return total / seconds / throughput;
    }

    double othersPerRequest(double throughput) {
        long named = 0;
        for (Kind kind : Kind.values()) {
            named += of(kind);
        }
        return (total - named) / seconds / throughput;
    }

    private long of(Kind kind) {
        return kind.names.stream().mapToLong(name -> calls.getOrDefault(name, 0L)).sum();
    }
}
