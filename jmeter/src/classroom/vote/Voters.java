package classroom.vote;

import classroom.vote.Gate.Network;
import com.sun.net.httpserver.Headers;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Knows who has entered the room's code: each browser by a random id in a cookie, which no script can read and which a
 * browser sends with no other site's requests. Who deletes the cookie and enters the code again is another voter; it is
 * as honest as a show of hands. Shared by the voters' threads: the map is a concurrent one, and ids only come.
 */
final class Voters {
    /** All of them may vote on each lesson: so whoever has come in is refused no more, however many come after. */
    static final int MOST = 2_000;
    /** More than twice the largest class that was thought of, which is one of 200: it may share one address (NAT). */
    static final int MOST_OF_ONE_NETWORK = 500;
    /**
     * Of the code that stands on the projector, so that only who sees it votes: four of 21 signs, 194,481 codes. None
     * looks like another from the last row (O and 0, I and 1, S and 5, B and 8, Z and 2, G and 6, Q), and without
     * vowels they make no words.
     */
    static final String SIGNS = "CDFHJKLMNPRTVWXY34679";
    private static final int CODE_LENGTH = 4;
    private static final int ID_BYTES = 16;
    private static final Pattern COOKIE = Pattern.compile("(?:^|;)\\s*voter=([0-9a-f]{32})\\s*(?=;|$)");

    private final RandomGenerator random;
    private final String code;
    /** And the network where each came in. */
    private final Map<String, Network> ids = new ConcurrentHashMap<>();

    Voters() {
        this(new SecureRandom());
    }

    Voters(RandomGenerator random) {
        this.random = random;
        this.code = random.ints(CODE_LENGTH, 0, SIGNS.length()).mapToObj(i -> SIGNS.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    /** What a voter enters to join. */
    String code() {
        return code;
    }

    /** Whether the code was entered, in capitals or not, and however it was spaced. */
    boolean isCode(String entered) {
        return code.equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    /** The voter that a request's cookies name; empty if none of them was given out here. */
    Optional<String> of(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher).flatMap(Matcher::results)
                .map(found -> found.group(1)).filter(ids::containsKey).findFirst();
    }

    int count() {
        return ids.size();
    }

    /** A new voter's cookie; empty if there are too many, in all or of a network. */
    synchronized Optional<String> newCookie(Network network) {
        long itsOwn = ids.values().stream().filter(network::equals).count();
        if (ids.size() >= MOST || itsOwn >= MOST_OF_ONE_NETWORK) {
            return Optional.empty();
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        ids.put(id, network);
        return Optional.of("voter=" + id + "; Path=/; HttpOnly; SameSite=Strict");
    }
}
