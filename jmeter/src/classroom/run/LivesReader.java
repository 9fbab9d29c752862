package classroom.run;

import common.json.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import load.HttpText;

/**
 * Asks a service one for its sampled requests, each time for those that ended after the ones it has. Keeps the latest.
 * Used by one thread.
 */
final class LivesReader {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int MOST = 60;

    private final URI address;
    private final List<Object> latest = new ArrayList<>();
    private double after;
    private boolean missing;

    LivesReader(URI address) {
        this.address = address;
    }

    Lives latest() {
        if (missing) {
            return Lives.NONE;
        }
        try {
            String text = HttpText.get(URI.create(address + "?after=" + (long) after), TIMEOUT_MILLIS);
            return Json.read(text) instanceof Map<?, ?> said ? read(said) : Lives.NONE;
        } catch (FileNotFoundException e) {
            missing = true;      // 404: a service that does not tell of single requests
            return Lives.NONE;
        } catch (IOException e) {
            return new Lives(List.copyOf(latest), null, null, null, null);      // too busy now, or gone
        }
    }

    private Lives read(Map<?, ?> said) {
        if (said.get("lives") instanceof List<?> lives) {
            lives.forEach(this::add);
        }
        while (latest.size() > MOST) {
            latest.removeFirst();
        }
        return new Lives(List.copyOf(latest), number(said, "cores"), number(said, "mounted"),
                number(said, "runnable"), number(said, "parked"));
    }

    private void add(Object life) {
        latest.add(life);
        after = life instanceof Map<?, ?> map && map.get("at") instanceof Double at ? Math.max(after, at) : after;
    }

    private static Double number(Map<?, ?> said, String name) {
        return said.get(name) instanceof Double number ? number : null;
    }
}
