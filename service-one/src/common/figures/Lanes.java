package common.figures;

import module java.base;

/**
 * Which request had which operating-system thread, and when: what service one answers to {@code GET /lanes}. Times are
 * microseconds since its start.
 *
 * @param since   since when all are known
 * @param threads how many threads serve; those beyond {@code lanes} are left out
 * @param busy    of a pool, those that serve now
 * @param lanes   the threads' names
 * @param slices  for each: its request, the indices of its lane and kind, its begin and length
 * @param open    those that go on, likewise
 */
public record Lanes(long now, long since, String mode, String threadsAre, String prefix, long threads, long busy,
        boolean virtual, boolean bounded, long queued, long inFlight, List<String> lanes, List<Kind> kinds,
        List<Long> slices, List<Long> open) {
    private static final int NUMBERS_OF_A_SLICE = 5;

    /** What a request did with its thread: it ran, and has its path as a name here, or it waited for this. */
    public record Kind(String name, boolean waits) {
    }

    /** The time for which a request had a thread, or has it. */
    public record Slice(long request, String lane, Kind kind, long from, long to, boolean goesOn) {
        public Slice until(long end) {
            return new Slice(request, lane, kind, from, end, false);
        }
    }

    /** With these slices instead of those that this has. */
    public Lanes with(long since, List<Slice> all) {
        Map<String, Long> lanes = new LinkedHashMap<>();
        Map<Kind, Long> kinds = new LinkedHashMap<>();
        Map<Boolean, List<Long>> numbers = all.stream().collect(Collectors.partitioningBy(Slice::goesOn,
                Collectors.flatMapping(slice -> Stream.of(slice.request, number(slice.lane, lanes),
                        number(slice.kind, kinds), slice.from, slice.to - slice.from), Collectors.toList())));
        return new Lanes(now, since, mode, threadsAre, prefix, threads, busy, virtual, bounded, queued, inFlight,
                List.copyOf(lanes.keySet()), List.copyOf(kinds.keySet()), numbers.get(false), numbers.get(true));
    }

    private static <T> long number(T value, Map<T, Long> numbers) {
        return numbers.computeIfAbsent(value, _ -> (long) numbers.size());
    }

    public List<Slice> all() {
        return Stream.concat(all(slices, false), all(open, true)).toList();
    }

    private Stream<Slice> all(List<Long> numbers, boolean goesOn) {
        return numbers.stream().gather(Gatherers.windowFixed(NUMBERS_OF_A_SLICE)).map(each ->
                new Slice(each.get(0), lanes.get(each.get(1).intValue()), kinds.get(each.get(2).intValue()),
                        each.get(3), each.get(3) + each.get(4), goesOn));
    }
}
