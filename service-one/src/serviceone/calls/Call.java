package serviceone.calls;

import module java.base;
import common.json.Json;
import serviceone.calls.CallException.Kind;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Stage;

public final class Call<T> {
    public interface Requester {
        boolean hasLeft();

        ConnectionMeter meter();
    }

    private interface Reading<T> {
        T read(Answer answer) throws CallException;
    }

    static final String AUTHORITY = "get-meetings";

    private final Stage stage;
    private final String target;
    private final Reading<T> reading;

    private Call(Stage stage, String target, Reading<T> reading) {
        this.stage = stage;
        this.target = target;
        this.reading = reading;
    }

    public static Call<byte[]> info() {
        return new Call<>(Stage.INFO, "/info", answer -> {
            answer.required("service", String.class);
            return answer.body;
        });
    }

    public static Call<String> authenticate(String token) {
        return new Call<>(Stage.AUTHENTICATE, "/authenticate?token=" + encode(token), answer -> {
            if (answer.status == 401) {
                throw CallException.of(Kind.UNAUTHORIZED);
            }
            if (answer.status == 414) {      // the token is in the request line
                throw CallException.of(Kind.TOKEN_TOO_LONG);
            }
            return answer.required("userId", String.class);
        });
    }

    public static Call<String> authorize(String id) {
        return new Call<>(Stage.AUTHORIZE, "/authorize?id=" + encode(id), answer -> {
            List<?> authorities = answer.required("authorities", List.class);
            answer.requireUser(id, answer.members.get("userId"));
            if (!authorities.contains(AUTHORITY)) {
                throw CallException.of(Kind.FORBIDDEN);
            }
            return id;
        });
    }

    public static Call<byte[]> meetings(String id) {
        return new Call<>(Stage.MEETINGS, "/meetings?id=" + encode(id), answer -> {
            for (Object meeting : answer.required("meetings", List.class)) {
                answer.requireUser(id, meeting instanceof Map<?, ?> members ? members.get("user") : null);
            }
            return answer.body;
        });
    }

    public Stage stage() {
        return stage;
    }

    /** Such as {@code /authorize?id=ann}. */
    public String target() {
        return target;
    }

    byte[] encode(ServiceTwoAddress serviceTwo) {
        String request = "GET " + target + " HTTP/1.1\r\nHost: " + serviceTwo.host() + "\r\n\r\n";
        return request.getBytes(StandardCharsets.US_ASCII);
    }

    T read(int status, byte[] body) throws CallException {
        try {
            String text = status == 200 ? new String(body, StandardCharsets.UTF_8) : "{}";
            return reading.read(new Answer(stage, status, body, Json.members(text)));
        } catch (Json.JsonException | RuntimeException e) {      // valid JSON may still have any shape
            throw CallException.inStage(stage, Kind.WRONG, e);
        }
    }

    /** A client's token must not add a parameter or a second request. */
    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private record Answer(Stage stage, int status, byte[] body, Map<?, ?> members) {
        <M> M required(String name, Class<M> type) throws CallException {
            if (status != 200) {
                throw CallException.withDetail(stage, Kind.FAILED, "service two answered " + status);
            }
            if (!type.isInstance(members.get(name))) {
                throw CallException.withDetail(stage, Kind.WRONG, "service two answered without " + name);
            }
            return type.cast(members.get(name));
        }

        void requireUser(String id, Object user) throws CallException {
            if (user != null && !user.equals(id)) {
                throw CallException.withDetail(stage, Kind.WRONG, "service two answered with another user's data");
            }
        }
    }
}
