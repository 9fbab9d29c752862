package learner;

import module java.base;
import common.commandline.UsageException;
import experiment.Contender;
import experiment.Experiment;
import load.install.FileTree;

/**
 * One exercise, from its folder {@code service-one/exercises/N-name}: {@code task.md}, {@code load}, and the folders
 * {@code template}, {@code solution} and {@code checks} with a Java file each.
 *
 * @param sections the sections of {@code task.md}, by heading
 */
public record Exercise(int number, Path folder, String className, String title, Map<String, String> sections) {
    private static final Pattern FOLDER = Pattern.compile("(\\d+)-[a-z-]+");

    public static List<Exercise> all(Path repository) throws IOException {
        List<Exercise> all = new ArrayList<>();
        for (Path folder : FileTree.list(home(repository))) {
            Matcher name = FOLDER.matcher(folder.getFileName().toString());
            if (name.matches() && Files.exists(folder.resolve("task.md"))) {
                all.add(read(Integer.parseInt(name.group(1)), folder));
            }
        }
        all.sort(Comparator.comparing(Exercise::number));
        return all;
    }

    public static Path home(Path repository) {
        return repository.resolve("service-one/exercises");
    }

    /** @param number the number, or the folder's name */
    public static Exercise find(Path repository, String number) throws IOException {
        List<Exercise> all = all(repository);
        return all.stream()
                .filter(each -> number.equals("" + each.number) || number.equals(each.name()))
                .findFirst()
                .orElseThrow(() -> new UsageException("no such exercise: " + number + "; choose from "
                        + all.stream()
                                .map(each -> "" + each.number)
                                .collect(Collectors.joining(", "))));
    }

    /** The exercise that a file is for: its public class decides, and without one its name. */
    public static Optional<Exercise> of(List<Exercise> all, Path file, List<String> publicTypes) {
        return Stream.concat(publicTypes.stream(), Stream.of(JavaSource.withoutEnding(file)))
                .flatMap(name -> all.stream().filter(each -> each.className().equals(name)))
                .findFirst();
    }

    /** As seen from the caller's folder. */
    public static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }

    /** Tells the contenders what their exercises' task.md says of them. */
    public static Experiment described(Path repository, Experiment experiment) throws IOException {
        List<Contender> contenders = new ArrayList<>();
        for (Contender each : experiment.contenders()) {
            Optional<Integer> number = each.exercise();
            contenders.add(number.isEmpty() ? each : find(repository, "" + number.get()).described(each));
        }
        return experiment.with(contenders, experiment.loads());
    }

    private Contender described(Contender contender) {
        String modes = line("Mode");
        if (!List.of(modes.split(" or ")).contains(contender.mode().label())) {
            throw new UsageException("contender." + contender.name() + ": exercise " + number + " is for mode " + modes
                    + ", not " + contender.mode().label());
        }
        return line("In parallel").equals("info") ? contender.with(Contender.INFO_IN_PARALLEL) : contender;
    }

    private static Exercise read(int number, Path folder) throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String section : Files.readString(folder.resolve("task.md")).substring(2).split("(?m)^##? ")) {
            String[] parts = section.split("\n", 2);
            sections.put(parts[0].strip(), parts[1].strip());
        }
        String title = sections.keySet().iterator().next();
        String className = JavaSource.withoutEnding(java(folder.resolve("template")));
        return new Exercise(number, folder, className, title, sections);
    }

    private static Path java(Path folder) throws IOException {
        return FileTree.list(folder).stream()
                .filter(JavaSource::isNameOfOne)
                .findFirst()
                .orElseThrow(() -> new IOException("no Java file in " + folder));
    }

    public String name() {
        return folder.getFileName().toString();
    }

    public Path file() {
        return folder.resolve(className + ".java");
    }

    public Path template() {
        return folder.resolve("template").resolve(className + ".java");
    }

    public Path solution() {
        return folder.resolve("solution").resolve(className + ".java");
    }

    public Path checks() throws IOException {
        return java(folder.resolve("checks"));
    }

    /** What measures it. */
    public Experiment experiment(Path repository) throws IOException {
        return described(repository, Experiment.parse("exercise-" + number,
                Files.readString(folder.resolve("load")), Map.of()));
    }

    /** What the learner has done is a file each, so that checks at the same time overwrite nothing. */
    private Path mark(String what) {
        return folder.resolve("." + what);
    }

    public boolean isPassed() {
        return Files.exists(mark("passed"));
    }

    public void pass() throws IOException {
        Files.writeString(mark("passed"), "");
    }

    /** None if the file is damaged: then the hints begin again. */
    public int shownHints() throws IOException {
        String count = Files.exists(mark("hints")) ? Files.readString(mark("hints")).strip() : "";
        return count.matches("\\d{1,3}") ? Integer.parseInt(count) : 0;
    }

    public void showedHints(int count) throws IOException {
        Files.writeString(mark("hints"), "" + count);
    }

    public String section(String heading) {
        return sections.getOrDefault(heading, "");
    }

    /** The value of a line such as {@code - Minutes: 15} below the title. */
    public String line(String name) {
        return named(name, items(section(title))).orElse("");
    }

    public List<String> hints() {
        return items(section("Hints")).toList();
    }

    /** The hint with this name; the name itself if there is none. */
    public String mistake(String name) throws IOException {
        Path shared = folder.resolveSibling("mistakes.md");      // hints that several exercises share
        String others = Files.exists(shared) ? Files.readString(shared) : "";
        return named(name, Stream.concat(items(section("Mistakes")), items(others)))
                .map(hint -> hint.replace("`", "")).orElse(name);
    }

    private static Optional<String> named(String name, Stream<String> items) {
        String start = name + ": ";
        return items.filter(item -> item.startsWith(start))
                .map(item -> item.substring(start.length()))
                .findFirst();
    }

    private static Stream<String> items(String markdown) {
        return Stream.of(("\n" + markdown).split("\n- ")).skip(1)
                .map(item -> item.split("\n\n")[0].replaceAll("\\s+", " ").strip());
    }
}
