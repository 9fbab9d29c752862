package lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

final class Glossary {
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("contender", "One of the programs that the experiment compares, such as service one in "
                + "some mode.");
        MEANINGS.put("load", "What JMeter sends to a contender: the requests of some users, or some arrivals per "
                + "second, on one route.");
        MEANINGS.put("run", "One contender under one load, in freshly started programs.");
        MEANINGS.put("repetition", "Another run of the same contender under the same load.");
        MEANINGS.put("result", "All repetitions of one contender under one load, taken together.");
        MEANINGS.put("measured window", "The part of a run that the figures are about. The warm-up precedes it.");
        MEANINGS.put("pool", "A fixed number of platform threads. A request waits in a queue until one of them is "
                + "free.");
        MEANINGS.put("platform thread", "A thread of the operating system.");
        MEANINGS.put("virtual thread", "A thread of the JVM. While it waits, it occupies no thread of the operating "
                + "system.");
        MEANINGS.put("event loop", "A thread that serves many requests in turn and never waits for one of them.");
        MEANINGS.put("closed loop", "A fixed number of users. Each waits for an answer before it sends its next "
                + "request, so a slow service gets fewer requests.");
        MEANINGS.put("open loop", "Requests arrive at a given rate, whether or not earlier ones have been answered.");
        MEANINGS.put("burst", "All users send at the same moment, and again when the last of them has its answer.");
        MEANINGS.put("coordinated omission", "The error of a load generator that sends nothing while it waits for a "
                + "slow answer. The requests that it omits would also have been slow, so the latencies look too good.");
        MEANINGS.put("in flight", "A request that was sent, is not yet answered, and does not wait in a queue for a "
                + "thread.");
        MEANINGS.put("throughput", "Requests answered per second.");
        MEANINGS.put("latency", "The time from sending a request to having its answer.");
        MEANINGS.put("p50", "The median latency: half of the requests were answered within it.");
        MEANINGS.put("p99", "99 % of the requests were answered within this latency. p90, p95 and p99.9 are the same "
                + "for 90 %, 95 % and 99.9 %.");
        MEANINGS.put("Little's law", "Requests in flight = throughput × time in flight. It holds for every system in "
                + "steady state.");
        MEANINGS.put("CPU time per request", "The time that the cores worked for one request. Waiting costs none.");
        MEANINGS.put("resident memory", "The memory (RSS) that a process occupies in RAM, including garbage and thread "
                + "stacks.");
        MEANINGS.put("live heap", "What is left on the Java heap after a full garbage collection.");
        MEANINGS.put("carrier", "A platform thread that runs virtual threads, one at a time. By default there is one "
                + "for each core.");
        MEANINGS.put("pins", "A virtual thread pins its carrier when it waits without leaving it, for example in a "
                + "native call. The carrier then also waits.");
        MEANINGS.put("bulkhead", "A limit on the calls in progress. One slow service then cannot occupy all threads "
                + "and connections.");
        MEANINGS.put("permit", "Permission for one call. There is a fixed number of permits, and each is returned "
                + "after its call.");
        MEANINGS.put("listen queue", "The queue in which the kernel holds connections that the service has not yet "
                + "accepted. It is also called backlog.");
        MEANINGS.put("control group", "A group of processes for which the kernel sets limits, for example a "
                + "container.");
        MEANINGS.put("JIT compiler", "The part of the JVM that compiles frequently used code while the program runs. "
                + "Until then the JVM interprets that code, which is slow.");
        MEANINGS.put("warm-up", "Load before the measurement. The JVM compiles the code during it.");
        MEANINGS.put("steady state", "Throughput and cost per request no longer change.");
        MEANINGS.put("same work", "The same calls for each request, and answers of about the same size. Ratios of "
                + "contenders with different work mean nothing.");
        MEANINGS.put("ratio", "One contender's figure divided by another's, under the same load.");
        MEANINGS.put("confidence interval", "The range that contains the true value in 98 of 100 experiments.");
        MEANINGS.put("supported", "The whole confidence interval agrees with what was expected.");
        MEANINGS.put("refuted", "The whole confidence interval contradicts what was expected.");
        MEANINGS.put("undecided", "The measurement neither supports nor refutes what was expected.");
        MEANINGS.put("invalid", "Work or load was not as stated, or the repetitions differ too much. No ratio and no "
                + "verdict includes this figure.");
    }

    static String of(String page) {
        String text = page.replaceAll("(?s)<style>.*?</style>|<[^>]*>", " ").replaceAll("\\s+", " ");
        List<List<String>> rows = new ArrayList<>(List.of(List.of("", "")));
        MEANINGS.forEach((term, meaning) -> {
            if (Pattern.compile("(?<![\\w-])" + Pattern.quote(term) + "s?(?![\\w-])", Pattern.CASE_INSENSITIVE)
                    .matcher(text).find()) {
                rows.add(List.of(term, meaning));
            }
        });
        return Html.section("Words in this report", Html.table("text-table", rows));
    }
}
