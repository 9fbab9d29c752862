package look;

import common.json.Json.JsonException;
import common.json.Json;
import java.util.List;
import java.util.Map;

/**
 * What {@code jcmd PID Thread.dump_to_file -format=json} tells. It knows the virtual threads too, which
 * {@code Thread.print} and the graphical tools do not. Immutable.
 */
record ThreadDump(List<Entry> threads) {
    /**
     * A thread.
     *
     * @param frames its stack, the innermost frame first, each as {@code module/package.Class.method(File.java:line)}
     */
    record Entry(String name, boolean virtual, List<String> frames) {
    }

    /** @throws JsonException if the text is not what the JDK writes */
    static ThreadDump parse(String json) throws JsonException {
        try {
            Map<?, ?> dump = (Map<?, ?>) ((Map<?, ?>) Json.read(json)).get("threadDump");
            return new ThreadDump(((List<?>) dump.get("threadContainers")).stream()
                    .flatMap(container -> ((List<?>) ((Map<?, ?>) container).get("threads")).stream())
                    .map(thread -> entry((Map<?, ?>) thread)).toList());
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("not a thread dump of this JDK's form", e);
        }
    }

    private static Entry entry(Map<?, ?> thread) {
        List<String> frames = ((List<?>) thread.get("stack")).stream().map(String::valueOf).toList();
        return new Entry((String) thread.get("name"), Boolean.TRUE.equals(thread.get("virtual")), frames);
    }

    List<Entry> platform() {
        return threads.stream().filter(thread -> !thread.virtual).toList();
    }

    List<Entry> virtual() {
        return threads.stream().filter(Entry::virtual).toList();
    }
}
