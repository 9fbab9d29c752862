package servicetwo;

import common.commandline.UsageException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code PUT /settings?delay=1&stage-delay=1}: changes while it runs how long calls wait and what goes wrong with them.
 * What is not named stays. Used by the loop's thread alone.
 *
 * <p>No page of elsewhere can ask for it. A browser sends PUT to another origin only when a preflight has allowed it
 * (Fetch standard, 4.8), which here is a 405; a page whose own name was rebound to this machine's address still has
 * that name as its Host; and either names its Origin.
 */
final class Change {
    /** Of the options. Permits are not among them: some may be held. */
    private static final List<String> NAMES = List.of("delay", "stage-delay", "error-percent", "hang-percent",
            "reset-percent", "jitter", "slow-start");
    private static final int MOST_TOLD = 200;

    private final Settings settings;
    private final Counts counts;

    Change(Settings settings, Counts counts) {
        this.settings = settings;
        this.counts = counts;
    }

    /** What the request gets. Without a change where it is not one of this machine, or not right. */
    Answer make(Request request, InetAddress caller) {
        if (!request.method().equals("PUT")) {
            return new Answer(405, Answer.error(405, "only PUT").json(), "PUT");
        }
        if (!caller.isLoopbackAddress() || request.hasOrigin()) {
            return Answer.error(403, "only programs of this machine change what service two does");
        }
        if (!request.isForThisMachine()) {
            return Answer.error(421, "the Host of a change is 127.0.0.1, [::1] or localhost");
        }
        try {
            settings.set(Options.parse(settings.options(), arguments(request.target())));
            return Answer.ok(counts.json());
        } catch (UsageException e) {
            return Answer.error(400, printable(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Answer.error(400, "malformed query");
        }
    }

    private static String[] arguments(String target) throws UsageException {
        String[] pairs = target.substring(target.indexOf('?') + 1).split("&");
        for (int i = 0; i < pairs.length; i++) {
            String name = pairs[i].split("=", 2)[0];
            if (target.indexOf('?') < 0 || !NAMES.contains(name)) {
                throw new UsageException("takes " + String.join(", ", NAMES));
            }
            pairs[i] = "--" + URLDecoder.decode(pairs[i], StandardCharsets.UTF_8);
        }
        return pairs;
    }

    /** It repeats what was sent, and is to be a JSON string. */
    private static String printable(String message) {
        return message.substring(0, Math.min(MOST_TOLD, message.length())).replaceAll("[^ -~]|[\"\\\\]", "?");
    }
}
