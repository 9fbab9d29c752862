package classroom.vote;

import module java.base;
import com.sun.net.httpserver.Headers;

/**
 * The browsers that have entered the class's code. A cookie holds each browser's random id. Its name has the port,
 * because a browser sends a machine's cookies to all ports (RFC 6265, 8.5), and another class may be on another port.
 * Whoever deletes the cookie can vote again, so the vote is only as honest as a show of hands.
 */
final class Voters {
    static final int MOST_PLACES = 1_000;
    static final Duration KEPT = Duration.ofMinutes(10);
    /** Characters that do not look alike from the last row. Without vowels, they form no words. */
    static final String CHARACTERS = "CDFHJKLMNPRTVWXY34679";
    private static final int CODE_LENGTH = 4;
    private static final int LONG_CODE_LENGTH = 8;
    private static final Pattern COOKIE =
            Pattern.compile("(?:^|;)\\s*voter(\\d+)=([0-9a-f-]{36})\\s*(?=;|$)");

    // guarded by this
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private String code;
    /** When each voter last asked, by id. Whoever has been silent for longest comes first. */
    private final SequencedMap<String, Long> places = new LinkedHashMap<>(16, 0.75f, true);
    /** Those who have lost their place to a new voter. Their cookies and votes still count. */
    private final Set<String> without = new HashSet<>();

    Voters(RandomGenerator random, LongSupplier nanoTime) {
        this.random = random;
        this.nanoTime = nanoTime;
        this.code = newCode(CODE_LENGTH);
    }

    private String newCode(int length) {
        return random.ints(length, 0, CHARACTERS.length())
                .mapToObj(i -> CHARACTERS.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    synchronized String code() {
        return code;
    }

    /** Case, spaces and hyphens do not matter. */
    boolean isCode(String entered) {
        return code().equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    /** Nobody can guess the new code, because it is long. */
    synchronized void empty() {
        code = newCode(LONG_CODE_LENGTH);
        places.clear();
        without.clear();
    }

    synchronized Optional<String> voterOf(Headers request, int port) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher)
                .flatMap(Matcher::results)
                .filter(found -> found.group(1).equals("" + port)).map(found -> found.group(2))
                .filter(this::isKnown).findFirst();
    }

    private boolean isKnown(String id) {
        return places.replace(id, nanoTime.getAsLong()) != null || without.contains(id);
    }

    synchronized int count() {
        return places.size();
    }

    synchronized Optional<String> newCookie(int port) {
        if (places.size() >= MOST_PLACES) {
            if (nanoTime.getAsLong() - places.firstEntry().getValue() < KEPT.toNanos()) {
                return Optional.empty();
            }
            without.add(places.pollFirstEntry().getKey());
        }
        String id = UUID.randomUUID().toString();
        places.put(id, nanoTime.getAsLong());
        return Optional.of("voter" + port + "=" + id + "; Path=/; HttpOnly; SameSite=Strict");
    }
}
