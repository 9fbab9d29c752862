package exercise;

import common.json.Json;
import common.json.JsonObject;
import common.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which exercises a learner has passed, and how many hints they have seen. Reads its file each time: several checks may
 * run at once.
 */
record Progress(Path file) {
    private record State(boolean passed, int hints) {
    }

    static Progress in(Path repository) {
        return new Progress(Exercise.home(repository).resolve(".progress"));
    }

    boolean hasPassed(Exercise exercise) throws IOException {
        return state(exercise).passed;
    }

    void pass(Exercise exercise) throws IOException {
        write(exercise, new State(true, state(exercise).hints));
    }

    int hints(Exercise exercise) throws IOException {
        return state(exercise).hints;
    }

    void saveHints(Exercise exercise, int count) throws IOException {
        write(exercise, new State(state(exercise).passed, count));
    }

    void forget(Exercise exercise) throws IOException {
        write(exercise, new State(false, 0));
    }

    private State state(Exercise exercise) throws IOException {
        return read().getOrDefault(exercise.name(), new State(false, 0));
    }

    private Map<String, State> read() throws IOException {
        Map<String, State> states = new LinkedHashMap<>();
        try {
            if (Json.read(Files.readString(file)) instanceof Map<?, ?> members) {
                members.forEach((name, value) -> states.put((String) name, state(value)));
            }
        } catch (NoSuchFileException e) {
            return states;      // no exercise has been tried yet
        } catch (IOException e) {
            throw new IOException(file + " cannot be read (" + e.getMessage() + "): remove it", e);
        }
        return states;
    }

    private static State state(Object json) {
        Map<?, ?> members = json instanceof Map<?, ?> map ? map : Map.of();
        return new State(Boolean.TRUE.equals(members.get("passed")),
                members.get("hints") instanceof Double hints ? hints.intValue() : 0);
    }

    private void write(Exercise exercise, State state) throws IOException {
        Map<String, State> states = read();
        states.put(exercise.name(), state);
        Map<String, JsonObject> json = new LinkedHashMap<>();
        states.forEach((name, each) ->
                json.put(name, new JsonObject().put("passed", each.passed).put("hints", each.hints)));
        Path written = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
        Files.writeString(written, JsonWriter.text(json));
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
