package classroom.vote;

import module java.base;
import classroom.vote.Gate.Network;
import com.sun.net.httpserver.Headers;

/**
 * The browsers that have entered the class's code. A cookie holds each browser's random id.
 * Whoever deletes the cookie can vote again, so the vote is only as honest as a show of hands.
 */
final class Voters {
    static final int MOST_VOTERS = 2_000;
    /** Enough for a class of 200 behind one address (NAT). */
    static final int MOST_PER_NETWORK = 500;
    /** Characters that do not look alike from the last row. Without vowels, they form no words. */
    static final String CHARACTERS = "CDFHJKLMNPRTVWXY34679";
    private static final int CODE_LENGTH = 4;
    private static final int ID_BYTES = 16;
    private static final Pattern COOKIE = Pattern.compile("(?:^|;)\\s*voter=([0-9a-f]{32})\\s*(?=;|$)");

    private final RandomGenerator random;
    private final String code;
    /** Keyed by the voter's id. Entries are never removed. */
    private final Map<String, Network> networksById = new ConcurrentHashMap<>();

    Voters() {
        this(new SecureRandom());
    }

    Voters(RandomGenerator random) {
        this.random = random;
        this.code = random.ints(CODE_LENGTH, 0, CHARACTERS.length()).mapToObj(i -> CHARACTERS.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    String code() {
        return code;
    }

    /** Case, spaces and hyphens do not matter. */
    boolean isCode(String entered) {
        return code.equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    Optional<String> voterOf(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher).flatMap(Matcher::results)
                .map(found -> found.group(1)).filter(networksById::containsKey).findFirst();
    }

    int count() {
        return networksById.size();
    }

    synchronized Optional<String> newCookie(Network network) {
        long votersInNetwork = networksById.values().stream().filter(network::equals).count();
        if (networksById.size() >= MOST_VOTERS || votersInNetwork >= MOST_PER_NETWORK) {
            return Optional.empty();
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        networksById.put(id, network);
        return Optional.of("voter=" + id + "; Path=/; HttpOnly; SameSite=Strict");
    }
}
