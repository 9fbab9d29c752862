package servicetwo;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The users that service two knows: few and fixed, so that every outcome can be tried by hand, and {@code user-1},
 * {@code user-2} and so on, whose token is their id, for whoever has to tell the answers of many apart. Immutable.
 */
final class Directory {
    private static final Pattern NUMBERED = Pattern.compile("user-[0-9]{1,9}");

    record User(String token, String id, List<String> authorities, UserFault fault) {
    }

    private static final List<User> USERS = List.of(
            new User("token", "abc123", List.of("get-meetings"), UserFault.NONE),
            new User("guest", "guest456", List.of(), UserFault.NONE),
            new User("broken", "broken500", List.of("get-meetings"), UserFault.AUTHORIZE_FAILS),
            new User("late", "late504", List.of("get-meetings"), UserFault.MEETINGS_ARE_LATE));

    static Optional<User> byToken(String token) {
        return isNumbered(token) ? Optional.of(numbered(token))
                : USERS.stream().filter(user -> user.token().equals(token)).findFirst();
    }

    static Optional<User> byId(String id) {
        return isNumbered(id) ? Optional.of(numbered(id))
                : USERS.stream().filter(user -> user.id().equals(id)).findFirst();
    }

    /** Whether it is the id of a user whose meetings name them. */
    static boolean isNumbered(String id) {
        return NUMBERED.matcher(id).matches();
    }

    private static User numbered(String id) {
        return new User(id, id, List.of("get-meetings"), UserFault.NONE);
    }
}
