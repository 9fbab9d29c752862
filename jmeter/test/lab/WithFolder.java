package lab;

import module java.base;

public abstract class WithFolder implements AutoCloseable {
    private final TemporaryFolder temporary;
    protected final Path folder;

    protected WithFolder() {
        try {
            temporary = new TemporaryFolder();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder = temporary.path();
    }

    protected Path write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}
