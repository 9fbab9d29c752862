package lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The terms of a report, each explained in one line. A term that the report does not use would be one more puzzle. */
final class Glossary {
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("closed loop", "A fixed number of users. Each sends its next request when it has its answer, so a "
                + "slow service gets fewer requests.");
        MEANINGS.put("open loop", "Requests arrive at a given rate, whether or not earlier ones have been answered.");
        MEANINGS.put("coordinated omission", "The error of a load generator that stops asking while it waits: the "
                + "requests that it did not send would have been the slow ones.");
        MEANINGS.put("in flight", "Sent and not yet answered.");
        MEANINGS.put("throughput", "Requests answered per second.");
        MEANINGS.put("latency", "The time from sending a request to having its answer.");
        MEANINGS.put("p50", "The median latency: half of the requests were answered within it.");
        MEANINGS.put("p99", "99 of 100 requests were answered within it; one was slower.");
        MEANINGS.put("Little's law", "Requests in flight = throughput × time in flight. It holds for every system in "
                + "steady state.");
        MEANINGS.put("CPU time per request", "The time that the cores worked for one request. Waiting costs none.");
        MEANINGS.put("resident memory", "The memory (RSS) that a process occupies in RAM, garbage and thread stacks "
                + "included.");
        MEANINGS.put("live heap", "What is left on the Java heap after a full garbage collection.");
        MEANINGS.put("carrier", "A platform thread that runs virtual threads, one at a time. By default there is one "
                + "for each core.");
        MEANINGS.put("pins", "A virtual thread pins its carrier when it waits without leaving it, for example in a "
                + "native call: the carrier then waits too.");
        MEANINGS.put("bulkhead", "A limit on the calls in progress at once, so that one slow neighbour cannot use up "
                + "everything.");
        MEANINGS.put("permit", "The right to make one of a limited number of calls at once; it is given back after "
                + "the call.");
        MEANINGS.put("backlog", "The queue in which the kernel holds connections that the service has not accepted "
                + "yet.");
        MEANINGS.put("warm-up", "Load before the measurement, so that the JVM has compiled the code that is "
                + "measured.");
        MEANINGS.put("steady state", "Throughput and cost per request no longer change.");
        MEANINGS.put("same work", "The same calls for each request, and the same answer. Without it a ratio says "
                + "nothing.");
        MEANINGS.put("confidence interval", "The range that contains the true value with the stated probability.");
        MEANINGS.put("supported", "The whole confidence interval agrees with what was expected.");
        MEANINGS.put("refuted", "The whole confidence interval contradicts what was expected.");
        MEANINGS.put("cannot judge", "The measurement decides neither way.");
        MEANINGS.put("usable with care", "Other programs used the machine, about equally for all contenders: trust "
                + "ratios more than absolute figures.");
        MEANINGS.put("in doubt", "A check failed: don't rely on this figure. It is part of no ratio.");
    }

    /** @param page all that stands above */
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
