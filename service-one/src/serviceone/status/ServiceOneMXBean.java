package serviceone.status;

import java.util.Map;
import jdk.jfr.Description;

/**
 * {@code serviceone:type=Service}: service one's figures for JMX consoles, which show each description beside its
 * value. Every attribute can only be read.
 */
@Description("Service one: what happens to its connections, requests and calls. Counts are since the start.")
public interface ServiceOneMXBean {
    @Description("How the service gets its threads: pool, loom or async")
    String getMode();

    @Description("The TCP port where clients connect")
    int getPort();

    @Description("Connections accepted, refused ones included")
    long getAccepted();

    @Description("Connections answered 503 and closed at once: the queue or the connections were at their limit")
    long getRefused();

    @Description("Calls to service two that were not made, as --max-calls were in flight; their requests got 503")
    long getRefusedCalls();

    @Description("Sockets that wait in the queue for a thread, now")
    int getQueueDepth();

    @Description("Connections open now, waiting ones included")
    int getConnections();

    @Description("Requests read and not yet answered, now")
    long getInFlight();

    @Description("Requests that wait in each of the four calls to service two, now")
    Map<String, Long> getWaitingByCall();

    @Description("Requests answered, whatever the status; refused connections are not among them")
    long getCompleted();

    @Description("Requests answered with a status of 400 or above; refused connections are not among them")
    long getFailed();

    @Description("Failed, by status")
    Map<Integer, Long> getFailedByStatus();

    @Description("Requests answered a second, over the last 10 s")
    double getRequestsPerSecond();

    @Description("Response time of the median request, wait in the queue included, over the last 10 s, in "
            + "milliseconds; at most 0.8 % off; 0 if there was none")
    double getP50Millis();

    @Description("Response time that 1 request in 100 exceeded, wait in the queue included, over the last 10 s, in "
            + "milliseconds; at most 0.8 % off; 0 if there was none")
    double getP99Millis();

    @Description("pool: threads that serve a request, whether they work or wait, now. loom and async: how many "
            + "carriers or event loops were running, on average over the last second")
    double getThreadsBusy();

    @Description("pool: its threads. loom: carriers. async: event loops")
    int getThreadsTotal();

    @Description("Virtual threads that run on a carrier, now; as jdk.management:type=VirtualThreadScheduler tells")
    int getVirtualThreadsMounted();

    @Description("Virtual threads that could run and wait for a carrier, now, as "
            + "jdk.management:type=VirtualThreadScheduler tells; those that wait for service two are not among them")
    long getVirtualThreadsQueued();

    @Description("CPU time of the whole process per answered request since the start, in microseconds; it includes the "
            + "JVM's start and its compiling; 0 if there was none")
    double getCpuMicrosPerRequest();
}
