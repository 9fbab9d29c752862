package servicetwo;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/** What each path answers, and after which delay. */
final class Routes {
    /** Calls are counted by route, to show whether two programs give service two the same work. */
    enum Route {
        INFO, AUTHENTICATE, AUTHORIZE, MEETINGS, OTHER,
        /** Not a call: a request for the counts, or a change of settings. */
        STATS
    }

    /** @param millis the delay; negative for anything but a valid call */
    record Plan(Route route, Response answer, int millis) {
        static Plan withoutDelay(Route route, Response answer) {
            return new Plan(route, answer, -1);
        }

        boolean waits() {
            return millis >= 0;
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
    private ServiceTwoSettings announced;

    Routes(Behaviour behaviour, Counts counts) {
        this.behaviour = behaviour;
        this.counts = counts;
    }

    Plan plan(Request request, InetAddress caller) {
        try {
            String path = Request.decoded(request.path().replace("+", "%2B"));
            if (path.equals("/settings")) {
                return Plan.withoutDelay(Route.STATS, behaviour.change(request, caller, counts::json));
            }
            Plan plan = plan(path, request);
            return request.method().equals("GET") || request.isHead() || plan == NO_PATH ? plan
                    : Plan.withoutDelay(plan.route, Response.error(405, "only GET").withField("Allow", "GET, HEAD"));
        } catch (Request.ParameterException e) {
            return Plan.withoutDelay(Route.OTHER, Response.error(400, e.getMessage()));
        }
    }

    private Plan plan(String path, Request request) {
        return switch (path) {
            case "/info" -> info();
            case "/authenticate" ->
                    stage(Route.AUTHENTICATE, request.parameter("token").orElse(""), User::token, UNKNOWN_TOKEN);
            case "/authorize" -> stage(Route.AUTHORIZE, request.parameter("id").orElse(""), User::id, UNKNOWN_ID);
            case "/meetings" -> stage(Route.MEETINGS, request.parameter("id").orElse(""), User::id, UNKNOWN_ID);
            case "/stats" -> Plan.withoutDelay(Route.STATS, Response.json(counts.json()));
            default -> NO_PATH;
        };
    }

    /** Kept until the settings change, because most requests to service one need this plan. */
    private Plan info() {
        ServiceTwoSettings settings = behaviour.settings();
        if (announced != settings) {
            announced = settings;
            int delay = settings.get(Setting.DELAY);
            info = new Plan(Route.INFO, Response.json("{\"service\":\"two\",\"delayMillis\":" + delay
                    + ",\"stageDelayMillis\":" + settings.get(Setting.STAGE_DELAY) + "}"), delay);
        }
        return info;
    }

    private Plan stage(Route route, String value, Function<User, String> property, Response unknown) {
        Optional<User> user = NUMBERED.matcher(value).matches() ? Optional.of(new User(value, value, ALLOWED))
                : USERS.stream().filter(each -> property.apply(each).equals(value)).findFirst();
        int more = route == Route.MEETINGS && user.equals(Optional.of(LATE)) ? LATE_MILLIS : 0;
        return new Plan(route, user.map(known -> answer(route, known)).orElse(unknown),
                behaviour.settings().get(Setting.STAGE_DELAY) + more);
    }

    private static Response answer(Route route, User user) {
        return switch (route) {
            case AUTHENTICATE -> Response.json("{\"userId\":\"" + user.id + "\"}");
            case AUTHORIZE -> user == BROKEN ? BROKEN_ANSWER
                    : Response.json("{\"userId\":\"" + user.id + "\",\"authorities\":" + user.authorities + "}");
            default -> Response.json("{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\""
                    + (USERS.contains(user) ? "" : ",\"user\":\"" + user.id + '"') + "}]}");
        };
    }
}
