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
 * Knows which browsers have entered the code. Each has a random id in a cookie. No script can read the cookie, and
 * browsers do not send it with requests from other sites. Somebody who deletes the cookie and enters the code again is
 * another voter: the vote is as honest as a show of hands. The voters' threads share this object; ids are only added.
 */
final class Voters {
    /** The most voters. Only joining counts against it: nobody who has joined is kept from voting by it. */
    static final int MOST = 2_000;
    /** More than twice as many as a class of 200, which may share one address (NAT). */
    static final int MOST_PER_NETWORK = 500;
    /**
     * The code on the projector, without which nobody can vote, is four of these 21 characters: one of 194,481 codes.
     * Seen from the last row, no two of the characters look alike, as O and 0 or S and 5 would. There are no vowels, so
     * the code is not a word.
     */
    static final String CHARACTERS = "CDFHJKLMNPRTVWXY34679";
    private static final int CODE_LENGTH = 4;
    private static final int ID_BYTES = 16;
    private static final Pattern COOKIE = Pattern.compile("(?:^|;)\\s*voter=([0-9a-f]{32})\\s*(?=;|$)");

    private final RandomGenerator random;
    private final String code;
    /** The voters' ids, with the network from which each has joined. */
    private final Map<String, Network> ids = new ConcurrentHashMap<>();

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

    /** Whether a text is the code; case, spaces and hyphens do not matter. */
    boolean isCode(String entered) {
        return code.equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    /** The id of the voter who sent a request, from its cookies; empty if none of them has a known id. */
    Optional<String> voterOf(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher).flatMap(Matcher::results)
                .map(found -> found.group(1)).filter(ids::containsKey).findFirst();
    }

    int count() {
        return ids.size();
    }

    /** Adds a voter, and returns the cookie; empty if there are too many voters, in total or from this network. */
    synchronized Optional<String> newCookie(Network network) {
        long ofNetwork = ids.values().stream().filter(network::equals).count();
        if (ids.size() >= MOST || ofNetwork >= MOST_PER_NETWORK) {
            return Optional.empty();
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        ids.put(id, network);
        return Optional.of("voter=" + id + "; Path=/; HttpOnly; SameSite=Strict");
    }
}
