package exercise;

import module java.base;
import common.json.Json;
import common.json.JsonObject;
import load.install.FileTree;

/** What a learner has done. Other processes may change the file, so each change locks it and reads it again. */
record Progress(Path file) {
    private record State(boolean passed, int hints) {
        private static final State NEW = new State(false, 0);
    }

    static Progress in(Path repository) {
        return new Progress(Exercise.home(repository).resolve(".progress"));
    }

    boolean hasPassed(Exercise exercise) throws IOException {
        return state(exercise).passed;
    }

    void pass(Exercise exercise) throws IOException {
        change(exercise, state -> new State(true, state.hints));
    }

    int hints(Exercise exercise) throws IOException {
        return state(exercise).hints;
    }

    void saveHints(Exercise exercise, int count) throws IOException {
        change(exercise, state -> new State(state.passed, count));
    }

    void forget(Exercise exercise) throws IOException {
        change(exercise, _ -> State.NEW);
    }

    private State state(Exercise exercise) throws IOException {
        return read().getOrDefault(exercise.name(), State.NEW);
    }

    private Map<String, State> read() throws IOException {
        Map<String, State> states = new LinkedHashMap<>();
        try {
            if (Json.read(Files.readString(file)) instanceof Map<?, ?> members) {
                members.forEach((name, value) -> states.put((String) name, state(value)));
            }
        } catch (NoSuchFileException e) {
            return states;
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

    private void change(Exercise exercise, UnaryOperator<State> change) throws IOException {
        try (FileChannel _ = FileTree.lockFile(file.resolveSibling(file.getFileName() + ".lock"))) {
            Map<String, State> states = read();
            states.put(exercise.name(), change.apply(states.getOrDefault(exercise.name(), State.NEW)));
            write(states);
        }
    }

    private void write(Map<String, State> states) throws IOException {
        Map<String, JsonObject> json = new LinkedHashMap<>();
        states.forEach((name, each) ->
                json.put(name, new JsonObject().put("passed", each.passed).put("hints", each.hints)));
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, JsonObject.text(json));
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
