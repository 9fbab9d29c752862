package lint;

import module java.base;

/**
 * The texts of a checkout.
 *
 * @param texts by path, with / as the separator
 */
record Checkout(SortedMap<String, String> texts) {
    static final List<String> PROGRAMS = List.of("service-one", "service-two", "jmeter");
    private static final Pattern TEXT = Pattern.compile(".*\\.(java|js|mjs|html|css|md|jmx|sh|json)");
    private static final Pattern NOT_OURS = Pattern.compile(
            "(\\.git|\\.build|jmeter/home|jmeter/results|service-one/exercises/\\.bin)/.*|"
            + "service-one/exercises/[^/]+/[^/]+\\.java");      // git ignores a learner's classes

    Checkout(Map<String, String> texts) {
        this(Collections.unmodifiableSortedMap(new TreeMap<>(texts)));
    }

    static Checkout read(Path root) throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (TEXT.matcher(name).matches() && !NOT_OURS.matcher(name).matches()) {
                    texts.put(name, Files.readString(file));
                }
            }
        }
        return new Checkout(texts);
    }

    /** The files whose names match the expression. */
    Map<String, String> like(String expression) {
        Pattern names = Pattern.compile(expression);
        return texts.entrySet().stream().filter(each -> names.matcher(each.getKey()).matches())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, _) -> a, TreeMap::new));
    }

    Map<String, String> sources() {
        return like("[^.].*\\.java");
    }

    /** Empty if there is no such file. */
    String text(String file) {
        return texts.getOrDefault(file, "");
    }

    /** Whether there is such a file or folder of texts. */
    boolean has(String name) {
        return texts.containsKey(name) || texts.keySet().stream().anyMatch(each -> each.startsWith(name + "/"));
    }
}
