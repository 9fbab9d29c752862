package servicetwo;

import common.http.Request;
import common.http.Response;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What each path answers, and after which delay. */
final class Routes {
    /** Calls are counted by route, to show whether two programs give service two the same work. */
    enum Route {
        INFO, AUTHENTICATE, AUTHORIZE, MEETINGS,
        OTHER,
        /** Not a call: a request for the counts, or a change of settings. */
        STATS;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean counts() {
            return this != STATS;
        }
    }

    /** @param millis the delay; {@link #NO_DELAY} for anything but a valid call */
    record Plan(Route route, Response answer, int millis) {
        private static final int NO_DELAY = -1;

        static Plan withoutDelay(Route route, Response answer) {
            return new Plan(route, answer, NO_DELAY);
        }

        boolean waits() {
            return millis != NO_DELAY;
        }

        boolean needsPermit() {
            return waits() && route == Route.AUTHORIZE;
        }
    }

    private record User(String token, String id, String authorities) {
    }

    private static final String ALLOWED = "[\"get-meetings\"]";
    /** Requests of these two users fail, so that anyone can watch failures with curl. */
    private static final User BROKEN = new User("broken", "broken500", ALLOWED);
    private static final User LATE = new User("late", "late504", ALLOWED);
    /** Longer than the 10 s that service one waits by default. */
    private static final int LATE_MILLIS = 30_000;
    /** These users let people try every outcome by hand. */
    private static final List<User> USERS =
            List.of(new User("token", "abc123", ALLOWED), new User("guest", "guest456", "[]"), BROKEN, LATE);
    /** The token is also the id, and the meetings name the user, so that answers can be told apart. */
    private static final Pattern NUMBERED = Pattern.compile("user-[0-9]{1,9}");

    private static final Plan NO_PATH = Plan.withoutDelay(Route.OTHER, Response.error(404, "no such path"));
    private static final Response UNKNOWN_TOKEN = Response.error(401, "unknown token");
    private static final Response UNKNOWN_ID = Response.error(404, "unknown id");
    private static final Response BROKEN_ANSWER =
            Response.error(500, "the authorization service is broken for this user");

    private final Behaviour behaviour;
    private final Counts counts;
    private Plan info;
    private Behaviour.Values announced;

    Routes(Behaviour behaviour, Counts counts) {
        this.behaviour = behaviour;
        this.counts = counts;
    }

    Plan plan(Request request, InetAddress caller) {
        boolean isRead = request.method().equals("GET") || request.isHead();
        try {
            String path = Request.decoded(request.path().replace("+", "%2B"));
            if (path.equals("/settings")) {
                return Plan.withoutDelay(Route.STATS, behaviour.change(request, caller, counts::json));
            }
            Plan plan = plan(path, request);
            return isRead || plan == NO_PATH ? plan : Plan.withoutDelay(plan.route,
                    Response.error(405, "only GET").withField("Allow", "GET, HEAD"));
        } catch (Request.ParameterException e) {
            return Plan.withoutDelay(Route.OTHER, Response.error(400, e.getMessage()));
        }
    }

    private Plan plan(String path, Request request) {
        return switch (path) {
            case "/info" -> info();
            case "/authenticate" -> authenticate(request.parameter("token").orElse(""));
            case "/authorize" -> authorize(request.parameter("id").orElse(""));
            case "/meetings" -> meetings(request.parameter("id").orElse(""));
            case "/stats" -> Plan.withoutDelay(Route.STATS, Response.json(counts.json()));
            default -> NO_PATH;
        };
    }

    /** Kept until the settings change, because most requests to service one need this plan. */
    private Plan info() {
        Behaviour.Values values = behaviour.values();
        if (announced != values) {
            announced = values;
            info = new Plan(Route.INFO, Response.json("{\"service\":\"two\",\"delayMillis\":" + values.delay()
                    + ",\"stageDelayMillis\":" + values.stageDelay() + "}"), values.delay());
        }
        return info;
    }

    private Plan stage(Route route, Optional<Response> answer, Response fallback) {
        return new Plan(route, answer.orElse(fallback), behaviour.values().stageDelay());
    }

    private Plan authenticate(String token) {
        return stage(Route.AUTHENTICATE,
                user(token, User::token).map(user -> Response.json("{\"userId\":\"" + user.id + "\"}")), UNKNOWN_TOKEN);
    }

    private Plan authorize(String id) {
        Optional<Response> answer = user(id, User::id).map(user -> user == BROKEN ? BROKEN_ANSWER
                : Response.json("{\"userId\":\"" + user.id + "\",\"authorities\":" + user.authorities + "}"));
        return stage(Route.AUTHORIZE, answer, UNKNOWN_ID);
    }

    private Plan meetings(String id) {
        String whose = isNumbered(id) ? ",\"user\":\"" + id + "\"" : "";
        Optional<User> user = user(id, User::id);
        Plan plan = stage(Route.MEETINGS, user.map(_ -> Response.json(
                "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"" + whose + "}]}")), UNKNOWN_ID);
        return user.equals(Optional.of(LATE)) ? new Plan(plan.route, plan.answer, plan.millis + LATE_MILLIS) : plan;
    }

    private static Optional<User> user(String value, Function<User, String> property) {
        return isNumbered(value) ? Optional.of(new User(value, value, ALLOWED))
                : USERS.stream().filter(user -> property.apply(user).equals(value)).findFirst();
    }

    private static boolean isNumbered(String id) {
        return NUMBERED.matcher(id).matches();
    }
}
