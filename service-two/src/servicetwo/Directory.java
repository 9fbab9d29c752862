package servicetwo;

import java.util.List;
import java.util.Optional;

/** The users that service two knows: few and fixed, so that every outcome can be tried by hand. Immutable. */
final class Directory {
    record User(String token, String id, List<String> authorities, Fault fault) {
    }

    private static final List<User> USERS = List.of(
            new User("token", "abc123", List.of("get-meetings"), Fault.NONE),
            new User("guest", "guest456", List.of(), Fault.NONE),
            new User("broken", "broken500", List.of("get-meetings"), Fault.AUTHORIZE_FAILS),
            new User("late", "late504", List.of("get-meetings"), Fault.MEETINGS_ARE_LATE));

    static Optional<User> byToken(String token) {
        return USERS.stream().filter(user -> user.token().equals(token)).findFirst();
    }

    static Optional<User> byId(String id) {
        return USERS.stream().filter(user -> user.id().equals(id)).findFirst();
    }
}
