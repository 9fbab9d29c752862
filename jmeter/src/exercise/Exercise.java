package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;

/**
 * One exercise, from its folder {@code service-one/exercises/N-name}.
 *
 * @param sections the sections of {@code task.md}, by heading
 */
public record Exercise(int number, Path folder, String className, String title, Map<String, String> sections) {
    private static final Pattern FOLDER = Pattern.compile("(\\d+)-[a-z-]+");
    private static final Pattern HEADING = Pattern.compile("#+ (.+)");

    static List<Exercise> all(Path repository) throws IOException {
        Path home = home(repository);
        List<Exercise> all = new ArrayList<>();
        if (Files.isDirectory(home)) {
            for (Path folder : list(home)) {
                Matcher name = FOLDER.matcher(folder.getFileName().toString());
                if (name.matches() && Files.exists(folder.resolve("task.md"))) {
                    all.add(read(Integer.parseInt(name.group(1)), folder));
                }
            }
        }
        all.sort(Comparator.comparing(Exercise::number));
        return all;
    }

    static Path home(Path repository) {
        return repository.resolve("service-one/exercises");
    }

    /** @param number the number, or the folder's name */
    static Exercise find(Path repository, String number) throws IOException, UsageException {
        List<Exercise> all = all(repository);
        return all.stream().filter(each -> number.equals("" + each.number) || number.equals(each.name())).findFirst()
                .orElseThrow(() -> new UsageException("no such exercise: " + number + "; choose from "
                        + all.stream().map(each -> "" + each.number).collect(Collectors.joining(", "))));
    }

    private static Exercise read(int number, Path folder) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        String title = "";
        String heading = "";
        for (String line : Files.readAllLines(folder.resolve("task.md"))) {
            Matcher found = HEADING.matcher(line);
            if (found.matches()) {
                title = title.isEmpty() ? found.group(1).strip() : title;
                heading = found.group(1).strip();
            } else {
                sections.merge(heading, line, (above, below) -> above + '\n' + below);
            }
        }
        sections.replaceAll((_, text) -> text.strip());
        String file = list(folder.resolve("template")).stream().map(each -> each.getFileName().toString())
                .filter(each -> each.endsWith(".java")).findFirst()
                .orElseThrow(() -> new IOException("no template in " + folder));
        return new Exercise(number, folder, file.replace(".java", ""), title, sections);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    Path file() {
        return folder.resolve(className + ".java");
    }

    Path template() {
        return folder.resolve("template").resolve(className + ".java");
    }

    Path solution() {
        return folder.resolve("solution").resolve(className + ".java");
    }

    String section(String heading) {
        return sections.getOrDefault(heading, "");
    }

    /** The value of a line such as {@code - Minutes: 15} below the title. */
    String line(String name) {
        return section(title).lines().filter(line -> line.startsWith("- " + name + ": "))
                .map(line -> line.substring(name.length() + 4).strip()).findFirst().orElse("");
    }

    List<String> hints() {
        return Stream.of(section("Hints").split("(?m)^- ")).map(hint -> hint.strip().replaceAll("\\s+", " "))
                .filter(hint -> !hint.isEmpty()).toList();
    }
}
