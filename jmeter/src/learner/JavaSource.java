package learner;

import module java.base;
import module jdk.compiler;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;

/**
 * A Java file, and what javac's parser sees in it. It need not compile.
 *
 * @param unit without classes if the parser fails. So will the compiler, and say why
 */
public record JavaSource(Path file, String text, CompilationUnitTree unit) {
    private static final String ENDING = ".java";
    private static final long MOST_BYTES = 1_000_000;
    /** Around methods that are in no class, the parser puts a class with the file's name (JEP 512). */
    private static final String IMPLICIT_CLASS = "NoClass";
    private static final Pattern TOKEN = Pattern.compile("(?s)(/\\*.*?\\*/)|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\""
            + "|'[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+'|[\\p{L}_$][\\p{L}\\p{N}_$]*+|\\p{N}[\\w.]*+|\\S");

    /** Why a file is no Java source. */
    public static final class NoSourceException extends IOException {
        private static final long serialVersionUID = 1L;

        NoSourceException(String message) {
            super(message);
        }
    }

    public static boolean isNameOfOne(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(ENDING);
    }

    static String withoutEnding(Path file) {
        String name = file.getFileName().toString();
        return isNameOfOne(file) ? name.substring(0, name.length() - ENDING.length()) : name;
    }

    public static JavaSource read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new NoSourceException("a Java source has at most 1 MB");
        }
        try {
            String text = Files.readString(file).replaceFirst("^\uFEFF", "");      // a byte order mark
            return new JavaSource(file, text, parsed(text));
        } catch (CharacterCodingException e) {
            throw new NoSourceException("the file is not UTF-8 text: save it with the encoding UTF-8");
        }
    }

    private static CompilationUnitTree parsed(String text) throws IOException {
        URI name = URI.create("string:///" + IMPLICIT_CLASS + ENDING);
        try {
            return ((JavacTask) ToolProvider.getSystemJavaCompiler().getTask(Writer.nullWriter(), null, _ -> { },
                    List.of("-proc:none"), null, List.of(SimpleJavaFileObject.forSource(name, text)))).parse()
                    .iterator().next();
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return parsed("");
        }
    }

    /** Where a compiler looks for these classes, below a folder of sources. */
    List<String> places() {
        String folder = Objects.toString(unit.getPackageName(), "").replace('.', '/');
        return types()
                .map(type -> Path.of(folder, type.getSimpleName() + ENDING).toString())
                .toList();
    }

    public List<String> publicTypes() {
        return types()
                .filter(each -> each.getModifiers().getFlags().contains(Modifier.PUBLIC))
                .map(each -> each.getSimpleName().toString()).toList();
    }

    /** The classes that are in no other class. */
    private Stream<ClassTree> types() {
        return unit.getTypeDecls().stream().flatMap(JavaSource::classes);
    }

    private static Stream<ClassTree> classes(Tree declaration) {
        if (!(declaration instanceof ClassTree type)) {
            return Stream.empty();
        }
        return !type.getSimpleName().contentEquals(IMPLICIT_CLASS) ? Stream.of(type)
                : type.getMembers().stream().flatMap(JavaSource::classes);
    }

    /** The words and signs, without comments. */
    public List<String> tokens() {
        return unit.getTypeDecls().stream()
                .flatMap(each -> TOKEN.matcher(each.toString()).results())
                .filter(each -> each.group(1) == null)
                .map(MatchResult::group)
                .toList();
    }

    /** What the file itself declares. */
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void nothing) {
                switch (tree) {
                    case ClassTree type -> names.add(type.getSimpleName().toString());
                    case MethodTree method -> names.add(method.getName().toString());
                    case VariableTree variable -> names.add(variable.getName().toString());
                    case null, default -> { }
                }
                return super.scan(tree, nothing);
            }
        }.scan(unit, null);
        return names;
    }
}
