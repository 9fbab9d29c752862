package classroom.vote;

import com.sun.net.httpserver.Headers;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows who has entered the room's code: each browser by a random id in a cookie, which no script can read and which a
 * browser sends with no other site's requests. Who deletes the cookie and enters the code again is another voter; it is
 * as honest as a show of hands. Shared by the voters' threads: the set is a concurrent one, and ids only come.
 */
final class Voters {
    /** Four times those who may vote on a lesson: some come back with another browser. */
    private static final int MOST = 4 * Ballot.MOST_VOTERS;
    private static final int ID_BYTES = 16;
    private static final Pattern COOKIE = Pattern.compile("(?:^|;)\\s*voter=([0-9a-f]{32})\\s*(?=;|$)");

    private final SecureRandom random = new SecureRandom();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();

    /** The voter that a request's cookies name; empty if none of them was given out here. */
    Optional<String> of(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream().map(COOKIE::matcher).flatMap(Matcher::results)
                .map(found -> found.group(1)).filter(ids::contains).findFirst();
    }

    /** A new voter's cookie; empty if there are too many. */
    Optional<String> newCookie() {
        if (ids.size() >= MOST) {
            return Optional.empty();
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        ids.add(id);
        return Optional.of("voter=" + id + "; Path=/; HttpOnly; SameSite=Strict");
    }
}
