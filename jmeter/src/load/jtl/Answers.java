package load.jtl;

import module java.base;

/** Finds good answers that are unlike most others to the same request, by their JSON's first key and their length. */
public final class Answers {
    private static final double TIMES = 1.5;

    /** Lengths by label and first key. */
    private final Map<String, Map<String, List<Long>>> all = new LinkedHashMap<>();

    public void add(RecordedRequest answered) {
        all.computeIfAbsent(answered.label(), _ -> new LinkedHashMap<>())
                .computeIfAbsent(answered.firstKey(), _ -> new ArrayList<>())
                .add(answered.bytes());
    }

    /** How many there are of each kind, described in words. */
    public Map<String, Long> unlikeOthers() {
        Map<String, Long> unlike = new LinkedHashMap<>();
        all.values().forEach(lengths -> count(lengths, unlike));
        unlike.values().removeIf(count -> count == 0);
        return unlike;
    }

    private static void count(Map<String, List<Long>> lengths, Map<String, Long> unlike) {
        String usual = lengths.keySet().stream()
                .max(Comparator.comparing(key -> lengths.get(key).size()))
                .orElseThrow();
        lengths.forEach((key, others) -> {
            if (!key.equals(usual)) {
                String what = "begin with \"" + key + "\", not \"" + usual + '"';
                unlike.merge(what, (long) others.size(), Long::sum);
            }
        });
        List<Long> same = lengths.get(usual).stream().sorted().toList();
        long median = same.get(same.size() / 2);
        long longer = same.stream().filter(each -> each > TIMES * median).count();
        long shorter = same.stream().filter(each -> TIMES * each < median).count();
        unlike.merge("are over 1.5 times as long as most", longer, Long::sum);
        unlike.merge("are over 1.5 times shorter than most", shorter, Long::sum);
    }
}
