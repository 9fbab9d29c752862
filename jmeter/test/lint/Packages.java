package lint;

import module java.base;

/** Which package uses which, as {@code jdeps} sees it. */
public final class Packages {
    private static final Pattern NEED = Pattern.compile("(?m)^(\\S+)\\.jar -> (?:\\S+/)?(\\S+?)(?:\\.jar)?$");
    private static final Pattern USE = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+) .*$");
    private static final Pattern ARROW = Pattern.compile("(?m)^    \\S+ --> \\S+$");
    private final String output;

    private Packages(String output) {
        this.output = output;
    }

    public static Packages ofJars(Path root) {
        StringWriter text = new StringWriter();
        PrintWriter print = new PrintWriter(text);
        String[] arguments = Stream.concat(Stream.of("-verbose:package"),
                Stream.concat(Stream.of("common"), Checkout.PROGRAMS.stream())
                        .map(jar -> root.resolve(".build", jar + ".jar").toString())).toArray(String[]::new);
        if (ToolProvider.findFirst("jdeps").orElseThrow().run(print, print, arguments) != 0) {
            throw new IllegalStateException(text.toString());
        }
        return new Packages(text.toString());
    }

    /** Such as {@code jmeter needs common}. */
    public Set<String> needs() {
        return NEED.matcher(output).results().map(need -> need.group(1) + " needs " + need.group(2))
                .collect(Collectors.toSet());
    }

    /** By package. */
    private Map<String, Set<String>> uses(UnaryOperator<String> label) {
        Map<String, Set<String>> uses = new TreeMap<>();
        USE.matcher(output).results().filter(use -> !use.group(2).matches("(javax?|jdk|com|org\\.(w3c|xml))\\..*"))
                .forEach(use -> uses.computeIfAbsent(label.apply(use.group(1)), _ -> new TreeSet<>())
                        .add(label.apply(use.group(2))));
        return uses;
    }

    void cycles(Consumer<String> fault) {
        Map<String, Set<String>> uses = uses(name -> name);
        // Removes packages that use no remaining package, until only cycles and their users are left.
        while (uses.keySet().removeIf(each -> uses.get(each).stream().noneMatch(uses::containsKey))) {
            continue;
        }
        uses.values().forEach(used -> used.retainAll(uses.keySet()));
        uses.forEach((user, used) -> fault.accept(user + ": is, or leads into, a cycle of packages: uses " + used));
    }

    /** A README's map leaves out an arrow if a longer path connects its ends. */
    void maps(Checkout checkout, Consumer<String> fault) {
        Map<String, Set<String>> uses = uses(name -> name.startsWith("common.") ? "common" : name);
        for (String program : Checkout.PROGRAMS) {
            Set<String> packages = packages(checkout, program);
            Set<String> arrows = new TreeSet<>();
            uses.forEach((user, used) -> used.stream().filter(each -> packages.contains(user) && !each.equals(user))
                    .filter(each -> used.stream().noneMatch(other -> !other.equals(each) && leadsTo(uses, other, each)))
                    .forEach(each -> arrows.add("    " + user + " --> " + each)));
            String page = program + "/README.md";
            Set<String> drawn = ARROW.matcher(checkout.text(page)).results().map(MatchResult::group)
                    .collect(Collectors.toCollection(TreeSet::new));
            arrows.stream().filter(arrow -> !drawn.contains(arrow))
                    .forEach(arrow -> fault.accept(page + ": its map lacks" + arrow.substring(3)));
            drawn.stream().filter(arrow -> !arrows.contains(arrow))
                    .forEach(arrow -> fault.accept(page + ": its map has an arrow too many:" + arrow.substring(3)));
        }
    }

    private static boolean leadsTo(Map<String, Set<String>> uses, String from, String to) {
        return uses.getOrDefault(from, Set.of()).stream()
                .anyMatch(next -> !next.equals(from) && (next.equals(to) || leadsTo(uses, next, to)));
    }

    private static Set<String> packages(Checkout checkout, String program) {
        return checkout.like(program + "/src/.*\\.java").keySet().stream()
                .map(file -> file.replaceFirst("^" + program + "/src/", "").replaceFirst("/[^/]+$", "")
                        .replace('/', '.')).collect(Collectors.toSet());
    }
}
