package exercise;

import module java.base;

/** A table of the exercises, in Markdown, for a teacher. */
final class ClassTable {
    private static final List<String> HEADS = List.of("#", "Exercise", "You write", "What is measured", "Minutes");

    private ClassTable() {
    }

    static String of(List<Exercise> exercises) {
        Stream<List<String>> rows = exercises.stream().map(each -> List.of("" + each.number(), each.title(),
                each.line("Write"), each.line("Measured"), each.line("Minutes")));
        return """
                # Write it yourself: `./run.sh exercise`

                %s
                `./run.sh exercise N` shows the task and the file to edit. `./run.sh exercise N check` compiles that
                file, checks its behaviour, measures it under load, and ends in *passed*, *not yet* or *cannot judge*;
                with `--watch` it checks behaviour again on each save. `./run.sh exercise N hint` shows the next hint.

                To grade: `./run.sh exercise N check --json --file PATH` writes the result as JSON, and exits with 0
                (passed), 1 (not yet) or 3 (cannot judge).
                """.formatted(table(Stream.concat(Stream.of(HEADS), rows).toList()));
    }

    private static String table(List<List<String>> rows) {
        List<String> lines = rows.stream().map(row -> String.join(" | ", row)).toList();
        return Stream.of(lines.subList(0, 1), List.of("--- | --- | --- | --- | ---"), lines.subList(1, lines.size()))
                .flatMap(List::stream).map(line -> "| " + line + " |\n").collect(Collectors.joining());
    }
}
