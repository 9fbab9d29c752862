package classroom.run;

import classroom.http.Changes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import load.install.JmeterHome;
import load.install.JmeterSearch;

/**
 * Knows which JMeter is used, or why there is none. One that was missing is looked for again, so that the page goes on
 * when somebody has installed it. Any thread may use it: the problem is a volatile field.
 */
public final class LoadGenerator {
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    private final Path repository;
    private final Changes changes;
    private volatile String problem = "";

    public LoadGenerator(Path repository, Changes changes) {
        this.repository = repository;
        this.changes = changes;
    }

    /** Fetches one if there is none. What it says while it does is on standard error, too. */
    public void prepare() throws InterruptedException {
        if (isPresent()) {
            return;
        }
        problem = "JMeter is being fetched, once; the terminal shows how far that is";
        changes.tell();
        try {
            home();
        } catch (IOException e) {
            System.err.println("class: nothing can be run: " + e.getMessage());
        }
        changes.tell();
    }

    /** The one to use, fetched now if there is none. @throws IOException where there is none to be had; says why */
    public JmeterHome home() throws IOException, InterruptedException {
        try {
            JmeterHome home = new JmeterSearch(repository, System.err).find();
            problem = "";
            return home;
        } catch (IOException e) {
            problem = e.getMessage();
            throw e;
        }
    }

    /** Why nothing can be measured; empty where something can. */
    public String problem() {
        if (!problem.isEmpty() && isPresent()) {
            problem = "";
            changes.tell();      // to the pages that have been told of the problem
        }
        return problem;
    }

    private boolean isPresent() {
        try {
            return new JmeterSearch(repository, NOWHERE).present().isPresent();
        } catch (IOException e) {
            return false;      // what it says is known: it is the problem
        }
    }
}
