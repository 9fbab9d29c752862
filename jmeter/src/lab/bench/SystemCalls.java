package lab.bench;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * @param calls the number of calls by name
 * @param total includes calls that are not counted by name
 */
public record SystemCalls(double seconds, Map<String, Long> calls, long total) {

    /** A network service's most frequent system calls, each with its variants. */
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

    long others() {
        return total - Stream.of(Kind.values()).mapToLong(this::numberOf).sum();
    }
}
