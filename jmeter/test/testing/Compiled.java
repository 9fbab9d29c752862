package testing;

import static testing.Assertions.assertTrue;

import module java.base;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public final class Compiled {
    private Compiled() {
    }

    /** As strictly as the product. */
    public static void into(List<Path> sources, Path folder) throws IOException {
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-Xlint:all", "-proc:none", "-d", folder.toString());
            boolean compiled = compiler.getTask(messages, files, null, options, null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertTrue(compiled && messages.toString().isEmpty(), "javac prints " + messages);
        }
    }
}
