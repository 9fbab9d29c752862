package classroom.lesson;

import module java.base;

record Sources(Path repository) {
    /** The line with the marker, and the rest of its block or statement; line 0 if a student removed the marker. */
    Lesson.Extract find(String file, String marker) {
        List<String> lines = lines(file);
        return IntStream.range(0, lines.size()).filter(i -> lines.get(i).contains(marker))
                .mapToObj(first -> new Lesson.Extract(file, first + 1,
                        unindented(lines.subList(first, end(lines, first))))).findFirst()
                .orElse(new Lesson.Extract(file, 0, List.of("(not in this file: " + marker + ")")));
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(repository.resolve(file));
        } catch (IOException e) {
            return List.of();      // moved or deleted
        }
    }

    /** A closing brace is indented like the first line of its block. */
    private static int end(List<String> lines, int first) {
        String line = lines.get(first);
        boolean isBlock = line.endsWith("{") || line.endsWith(",");
        String brace = " ".repeat(indentation(line)) + "}";
        return 1 + IntStream.range(first, lines.size())
                .filter(i -> isBlock ? lines.get(i).startsWith(brace)
                : !lines.get(i).endsWith("=")).findFirst().orElse(first);
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static List<String> unindented(List<String> lines) {
        int indentation = indentation(lines.getFirst());
        List<String> moved = new ArrayList<>();
        lines.forEach(line -> moved.add(line.isBlank() ? "" : line.substring(indentation)));
        return moved;
    }
}
