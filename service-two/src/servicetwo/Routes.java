package servicetwo;

import common.http.Request;
import common.http.Response;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What each path answers, and after which wait. Keeps nothing of a request; used by the loop's thread alone. */
final class Routes {
    /** What calls are counted by: whoever measures service one sees in it whether two of them do the same work. */
    enum Route {
        INFO, AUTHENTICATE, AUTHORIZE, MEETINGS,
        /** No path of service two's, or a request that it doesn't understand. */
        OTHER,
        /** A look at the counts, or a change of settings: neither counts. */
        STATS;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean counts() {
            return this != STATS;
        }
    }

    /** How long an answer has to wait. */
    enum Wait {
        /** Not at all: it is no call, or a wrong one. */
        NONE,
        INFO,
        STAGE,
        /** As a stage, from when it has a permit. */
        STAGE_WITH_PERMIT,
        /** Longer than service one has patience. */
        LATE_STAGE;

        int millis(Options options) {
            return switch (this) {
                case NONE -> 0;
                case INFO -> options.delay();
                case STAGE, STAGE_WITH_PERMIT -> options.stageDelay();
                case LATE_STAGE -> options.stageDelay() + LATE_MILLIS;
            };
        }
    }

    /** An answer, what it has to wait for, and what it counts for. */
    record Plan(Wait waiting, Response answer, Route route) {
        static Plan now(Response answer) {
            return new Plan(Wait.NONE, answer, Route.OTHER);
        }
    }

    /** With a user for each fault, anyone can try with curl how service one takes it. */
    private record User(String token, String id, List<String> authorities) {
    }

    /** {@code /authorize} answers 500. */
    private static final User BROKEN = new User("broken", "broken500", List.of("get-meetings"));
    /** {@code /meetings} answers {@link #LATE_MILLIS} later than it should: after service one's deadline. */
    private static final User LATE = new User("late", "late504", List.of("get-meetings"));
    /** Longer than the 10 s that service one waits by default. */
    private static final int LATE_MILLIS = 30_000;
    /** Few and fixed, so that every outcome can be tried by hand. */
    private static final List<User> USERS = List.of(new User("token", "abc123", List.of("get-meetings")),
            new User("guest", "guest456", List.of()), BROKEN, LATE);
    /** Users whose token is their id, and whose meetings name them: so the answers of many can be told apart. */
    private static final Pattern NUMBERED = Pattern.compile("user-[0-9]{1,9}");

    private static final Plan NO_PATH = Plan.now(Response.error(404, "no such path"));
    private static final Response UNKNOWN_ID = Response.error(404, "unknown id");

    private final Settings settings;
    private final Counts counts;
    private Plan info;
    private Options announced;      // by that plan

    Routes(Settings settings, Counts counts) {
        this.settings = settings;
        this.counts = counts;
    }

    /** @param caller its address */
    Plan plan(Request request, InetAddress caller) {
        boolean isRead = request.method().equals("GET") || request.isHead();
        try {
            String path = decoded(request.path().replace("+", "%2B"));
            if (path.equals("/settings")) {
                return new Plan(Wait.NONE, settings.change(request, caller, counts::json), Route.STATS);
            }
            Plan plan = plan(path, request.query());
            return isRead || plan == NO_PATH ? plan : new Plan(Wait.NONE,
                    Response.error(405, "only GET").withField("Allow", "GET, HEAD"), plan.route);
        } catch (IllegalArgumentException e) {
            return Plan.now(Response.error(400, "malformed query"));
        }
    }

    private Plan plan(String path, String query) {
        return switch (path) {
            case "/info" -> info();
            case "/authenticate" -> authenticate(parameter(query, "token"));
            case "/authorize" -> authorize(parameter(query, "id"));
            case "/meetings" -> meetings(parameter(query, "id"));
            case "/stats" -> new Plan(Wait.NONE, Response.json(counts.json()), Route.STATS);
            default -> NO_PATH;
        };
    }

    /** Put together once for each change of the settings: each request to service one asks for it. */
    private Plan info() {
        if (announced != settings.options()) {
            announced = settings.options();
            info = new Plan(Wait.INFO, Response.json("{\"service\":\"two\",\"delayMillis\":" + announced.delay()
                    + ",\"stageDelayMillis\":" + announced.stageDelay() + "}"), Route.INFO);
        }
        return info;
    }

    private static Plan authenticate(String token) {
        return new Plan(Wait.STAGE, user(token, User::token)
                .map(user -> Response.json("{\"userId\":\"" + user.id + "\"}"))
                .orElse(Response.error(401, "unknown token")), Route.AUTHENTICATE);
    }

    private static Plan authorize(String id) {
        return new Plan(Wait.STAGE_WITH_PERMIT, user(id, User::id).map(Routes::authorities).orElse(UNKNOWN_ID),
                Route.AUTHORIZE);
    }

    private static Response authorities(User user) {
        return user == BROKEN ? Response.error(500, "the authorization service is broken for this user")
                : Response.json("{\"userId\":\"" + user.id + "\",\"authorities\":" + user.authorities.stream()
                        .map(authority -> '"' + authority + '"').collect(Collectors.joining(",", "[", "]}")));
    }

    private static Plan meetings(String id) {
        Optional<User> user = user(id, User::id);
        String whose = NUMBERED.matcher(id).matches() ? ",\"user\":\"" + id + "\"" : "";
        String meetings = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"" + whose + "}]}";
        return new Plan(user.equals(Optional.of(LATE)) ? Wait.LATE_STAGE : Wait.STAGE,
                user.map(_ -> Response.json(meetings)).orElse(UNKNOWN_ID), Route.MEETINGS);
    }

    private static Optional<User> user(String named, Function<User, String> by) {
        return NUMBERED.matcher(named).matches() ? Optional.of(new User(named, named, List.of("get-meetings")))
                : USERS.stream().filter(user -> by.apply(user).equals(named)).findFirst();
    }

    /** The value of a parameter of the query; empty where there is none. */
    private static String parameter(String query, String name) {
        for (String pair : query == null ? new String[0] : query.split("&")) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return decoded(pair.substring(name.length() + 1));
            }
        }
        return "";
    }

    private static String decoded(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
