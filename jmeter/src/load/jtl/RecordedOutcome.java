package load.jtl;

import module java.base;

/**
 * What many requests have in common after their end.
 *
 * @param problem  empty if the answer was good
 * @param firstKey of a good answer's JSON; empty if unknown
 * @param bytes    a good answer's length; 0 if unknown
 */
public record RecordedOutcome(String label, boolean success, String problem, String firstKey, long bytes) {
    private static final double TIMES = 1.5;

    public static RecordedOutcome of(RecordedRequest request) {
        return request.success()
                ? new RecordedOutcome(request.label(), true, "", request.firstKey(), request.bytes())
                : new RecordedOutcome(request.label(), false, request.problem(), "", 0);
    }

    /**
     * Finds good answers that are unlike most others to the same request, by their JSON's first key and their length.
     *
     * @param answered how often each was the outcome
     * @return how many there are of each kind, described in words
     */
    public static Map<String, Long> unlikeOthers(Map<RecordedOutcome, Long> answered) {
        Map<String, RecordedOutcome> usual = new HashMap<>();
        answered.keySet().stream()
                .collect(Collectors.groupingBy(RecordedOutcome::label))
                .forEach((label, all) -> usual.put(label, usual(all, answered)));
        Map<String, Long> unlike = new LinkedHashMap<>();
        answered.forEach((each, count) ->
                unlike.merge(each.unlike(usual.get(each.label)), count, Long::sum));
        unlike.remove("");
        return unlike;
    }

    /** The answer of median length among those with the most frequent first key. */
    private static RecordedOutcome usual(List<RecordedOutcome> all, Map<RecordedOutcome, Long> answered) {
        Map<String, Long> keys = all.stream()
                .collect(Collectors.groupingBy(RecordedOutcome::firstKey,
                        Collectors.summingLong(answered::get)));
        String key = Collections.max(keys.keySet(), Comparator.comparing(keys::get));
        return all.stream()
                .filter(each -> each.firstKey.equals(key))
                .sorted(Comparator.comparing(RecordedOutcome::bytes))
                .flatMap(each -> Stream.generate(() -> each).limit(answered.get(each)))
                .skip(keys.get(key) / 2)
                .findFirst().orElseThrow();
    }

    private String unlike(RecordedOutcome usual) {
        if (!firstKey.equals(usual.firstKey)) {
            return "begin with \"" + firstKey + "\", not \"" + usual.firstKey + '"';
        }
        if (bytes > TIMES * usual.bytes) {
            return "are over 1.5 times as long as most";
        }
        return TIMES * bytes < usual.bytes ? "are over 1.5 times shorter than most" : "";
    }
}
