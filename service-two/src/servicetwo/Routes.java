package servicetwo;

import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** What each path answers, and after which wait. Keeps nothing of a request; used by the loop's thread alone. */
final class Routes {
    private static final Plan NO_PATH = Plan.now(Answer.error(404, "no such path"));
    private static final Answer UNKNOWN_ID = Answer.error(404, "unknown id");
    private static final Answer BROKEN = Answer.error(500, "the authorization service is broken for this user");

    private final Settings settings;
    private final Counts counts;
    private final Change change;
    private Plan info;
    private Options announced;      // by that plan

    /** An answer, what it has to wait for, and what it counts for. */
    record Plan(Wait waiting, Answer answer, Route route) {
        static Plan now(Answer answer) {
            return new Plan(Wait.NONE, answer, Route.OTHER);
        }
    }

    Routes(Settings settings, Counts counts) {
        this.settings = settings;
        this.counts = counts;
        change = new Change(settings, counts);
    }

    /** @param caller its address */
    Plan plan(Request request, InetAddress caller) {
        boolean isRead = request.method().equals("GET") || request.isHead();
        try {
            String path = decoded(path(request.target()).replace("+", "%2B"));
            if (path.equals("/settings")) {
                return new Plan(Wait.NONE, change.make(request, caller), Route.STATS);
            }
            Plan plan = plan(path, request.target());
            return isRead || plan == NO_PATH ? plan : new Plan(Wait.NONE, Answer.notAllowed(), plan.route);
        } catch (IllegalArgumentException e) {
            return Plan.now(Answer.error(400, "malformed query"));
        }
    }

    private Plan plan(String path, String target) {
        return switch (path) {
            case "/info" -> info();
            case "/authenticate" -> authenticate(query(target, "token"));
            case "/authorize" -> authorize(query(target, "id"));
            case "/meetings" -> meetings(query(target, "id"));
            case "/stats" -> new Plan(Wait.NONE, Answer.ok(counts.json()), Route.STATS);
            default -> NO_PATH;
        };
    }

    /** Put together once for each change of the settings: each request to service one asks for it. */
    private Plan info() {
        if (announced != settings.options()) {
            announced = settings.options();
            info = new Plan(Wait.INFO, Answer.ok("{\"service\":\"two\",\"delayMillis\":" + announced.delay()
                    + ",\"stageDelayMillis\":" + announced.stageDelay() + "}"), Route.INFO);
        }
        return info;
    }

    private static Plan authenticate(String token) {
        return new Plan(Wait.STAGE, Directory.byToken(token)
                .map(user -> Answer.ok("{\"userId\":\"" + user.id() + "\"}"))
                .orElse(Answer.error(401, "unknown token")), Route.AUTHENTICATE);
    }

    private static Plan authorize(String id) {
        return new Plan(Wait.STAGE_WITH_PERMIT, Directory.byId(id).map(Routes::authorities).orElse(UNKNOWN_ID),
                Route.AUTHORIZE);
    }

    private static Answer authorities(Directory.User user) {
        return user.fault() == UserFault.AUTHORIZE_FAILS ? BROKEN
                : Answer.ok("{\"userId\":\"" + user.id() + "\",\"authorities\":" + user.authorities().stream()
                        .map(authority -> '"' + authority + '"').collect(Collectors.joining(",", "[", "]}")));
    }

    private static Plan meetings(String id) {
        var user = Directory.byId(id);
        boolean late = user.isPresent() && user.get().fault() == UserFault.MEETINGS_ARE_LATE;
        String whose = Directory.isNumbered(id) ? ",\"user\":\"" + id + "\"" : "";
        return new Plan(late ? Wait.LATE_STAGE : Wait.STAGE, user.map(known -> Answer.ok(
                "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"" + whose + "}]}"))
                .orElse(UNKNOWN_ID), Route.MEETINGS);
    }

    private static String path(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** The value of a parameter of the query; empty where there is none. */
    private static String query(String target, String name) {
        int start = target.indexOf('?') + 1;
        while (start > 0) {
            int end = target.indexOf('&', start);
            if (target.startsWith(name, start) && target.startsWith("=", start + name.length())) {
                return decoded(target.substring(start + name.length() + 1, end < 0 ? target.length() : end));
            }
            start = end + 1;
        }
        return "";
    }

    private static String decoded(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
