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
 * Browsers that have entered the code, by a random id in a cookie.
 * Without the cookie, somebody can vote again, so the vote is as honest as a show of hands.
 */
final class Voters {
    static final int MOST = 2_000;
    /** A class of 200 may share one address (NAT). */
    static final int MOST_PER_NETWORK = 500;
    /** No two characters look alike from the last row. Without vowels, the code is not a word. */
    static final String CHARACTERS = "CDFHJKLMNPRTVWXY34679";
    private static final int CODE_LENGTH = 4;
    private static final int ID_BYTES = 16;
    private static final Pattern COOKIE = Pattern.compile("(?:^|;)\\s*voter=([0-9a-f]{32})\\s*(?=;|$)");

    private final RandomGenerator random;
    private final String code;
    /** The voter's network, by the voter's id. Ids are never removed. */
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

    /** Case, spaces and hyphens do not matter. */
    boolean isCode(String entered) {
        return code.equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }

    Optional<String> voterOf(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher).flatMap(Matcher::results)
                .map(found -> found.group(1)).filter(ids::containsKey).findFirst();
    }

    int count() {
        return ids.size();
    }

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
