package lab.bench;

import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import testing.Test;

/** What strace and perf write, and what it comes to for a request. */
class SystemCallsTest {
    /** Of strace 6.1. */
    private static final String STRACE = """
            % time     seconds  usecs/call     calls    errors syscall
            ------ ----------- ----------- --------- --------- ----------------
             61.03    4.100258           2     39327           epoll_wait
             31.36    1.001435          15      4093      2011 read
              1.32    0.001391           2       465           sendto
              0.61    0.000644           3       200         1 futex
              0.25    0.000269           2        15           rt_sigprocmask
            ------ ----------- ----------- --------- --------- ----------------
            100.00    5.105742           2     44100      2012 total
            """;

    /** Of perf 6.1: an event that no thread met was not counted. */
    private static final String PERF = """
            # started on Sun Nov 22 07:40:51 2026

            2001964676,ns,duration_time,2001964676,100.00,,
            9000,,raw_syscalls:sys_enter,123,100.00,,
            4000,,syscalls:sys_enter_read,123,100.00,,
            1000,,syscalls:sys_enter_recvfrom,123,100.00,,
            <not counted>,,syscalls:sys_enter_ioctl,0,100.00,,
            """;

    @Test
    void straceTellsEachCallWithOrWithoutErrors() {
        SystemCalls counted = Strace.parse(STRACE.lines().toList(), 2);
        assertEquals(Map.of("epoll_wait", 39_327L, "read", 4_093L, "sendto", 465L, "futex", 200L,
                "rt_sigprocmask", 15L), counted.calls());
        assertEquals(44_100L, counted.total(), "all of them, and the line of the sum not once more");
    }

    @Test
    void aProgramThatCallsNothingHasAnEmptyTable() {
        assertEquals(0L, Strace.parse(List.of(), 2).total());
    }

    @Test
    void perfTellsHowLongItHasCounted() {
        SystemCalls counted = Perf.parse(PERF.lines().toList());
        assertEquals(2.001964676, counted.seconds());
        assertEquals(9_000L, counted.total());
        assertEquals(Map.of("read", 4_000L, "recvfrom", 1_000L), counted.calls());
    }

    @Test
    void aRequestsCallsAreThoseOfASecondByTheRequestsOfASecond() {
        SystemCalls counted = new SystemCalls(4, Map.of("read", 2_000L, "recvfrom", 400L, "futex", 100L), 2_800);
        assertEquals(7.0, counted.perRequest(100), "all: 700 a second");
        assertEquals(6.0, counted.perRequest(SystemCalls.Kind.READ, 100), "by both of its names");
        assertEquals(0.25, counted.perRequest(SystemCalls.Kind.FUTEX, 100));
        assertEquals(0.0, counted.perRequest(SystemCalls.Kind.IOCTL, 100), "never called");
        assertEquals(0.75, counted.othersPerRequest(100), "300 that have no column");
    }
}
