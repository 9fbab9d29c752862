package serviceone.calls;

import common.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import serviceone.meter.Stage;

/**
 * One call to service two: what is asked, and how its answer is read. The blocking and the asynchronous client make the
 * same calls. Immutable.
 *
 * @param <T> what the answer tells
 */
public final class Call<T> {
    /** What a user must be allowed to do to see meetings. */
    private static final String AUTHORITY = "get-meetings";

    private interface Reading<T> {
        T read(Answer answer) throws CallException, Json.JsonException;
    }

    private final Stage stage;
    private final String target;
    private final Reading<T> reading;

    private Call(Stage stage, String target, Reading<T> reading) {
        this.stage = stage;
        this.target = target;
        this.reading = reading;
    }

    /** What service two says of itself. */
    public static Call<byte[]> info() {
        return new Call<>(Stage.INFO, "/info", answer -> {
            required(Stage.INFO, answer, "service", String.class);
            return answer.body();
        });
    }

    /** The id of the user with this token. */
    public static Call<String> authenticate(String token) {
        return new Call<>(Stage.AUTHENTICATE, "/authenticate?token=" + encode(token), answer -> {
            if (answer.status() == 401) {
                throw CallException.unauthorized();
            }
            if (answer.status() == 414) {      // the token is in the request line
                throw CallException.tokenTooLong();
            }
            return required(Stage.AUTHENTICATE, answer, "userId", String.class);
        });
    }

    /** The same id, if the user may see meetings. */
    public static Call<String> authorize(String id) {
        return new Call<>(Stage.AUTHORIZE, "/authorize?id=" + encode(id), answer -> {
            List<?> authorities = required(Stage.AUTHORIZE, answer, "authorities", List.class);
            requireAbout(id, Json.member("userId", text(answer)), Stage.AUTHORIZE);
            if (!authorities.contains(AUTHORITY)) {
                throw CallException.forbidden(AUTHORITY);
            }
            return id;
        });
    }

    /** The user's meetings, as service two's database has them. */
    public static Call<byte[]> meetings(String id) {
        return new Call<>(Stage.MEETINGS, "/meetings?id=" + encode(id), answer -> {
            for (Object meeting : required(Stage.MEETINGS, answer, "meetings", List.class)) {
                requireAbout(id, meeting instanceof Map<?, ?> members ? members.get("user") : null, Stage.MEETINGS);
            }
            return answer.body();
        });
    }

    public Stage stage() {
        return stage;
    }

    /** The request to send to service two. */
    byte[] encode(ServiceTwoAddress serviceTwo) {
        String request = "GET " + target + " HTTP/1.1\r\nHost: " + serviceTwo.host() + "\r\n\r\n";
        return request.getBytes(StandardCharsets.US_ASCII);
    }

    /** What the answer tells, or the exception that says why it tells nothing. */
    T read(Answer answer) throws CallException {
        try {
            return reading.read(answer);
        } catch (Json.JsonException | RuntimeException e) {      // valid JSON may still be anything
            throw CallException.wrong(stage, "service two answered what it should not", e);
        }
    }

    /**
     * The member that the answer to this call has and no other's: what is passed on is at least an answer to what was
     * asked, even if it came on its own and so late that no connection could tell; see {@link PooledConnection}.
     */
    private static <M> M required(Stage stage, Answer answer, String name, Class<M> type)
            throws CallException, Json.JsonException {
        if (answer.status() != 200) {
            throw CallException.failed(stage, "service two answered " + answer.status(), null);
        }
        Object member = Json.member(name, text(answer));
        if (!type.isInstance(member)) {
            throw CallException.wrong(stage, "service two answered without " + name, null);
        }
        return type.cast(member);
    }

    /** Where an answer names its user, that must be the one who was asked for: it might be somebody else's answer. */
    private static void requireAbout(String id, Object user, Stage stage) throws CallException {
        if (user != null && !user.equals(id)) {
            throw CallException.wrong(stage, "service two answered with another user's data", null);
        }
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** A token is whatever a client sent: encoded, it cannot add a parameter, or a second request. */
    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
