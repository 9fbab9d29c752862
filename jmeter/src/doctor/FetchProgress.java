package doctor;

import common.commandline.StatusLine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * One line that counts the seconds of a fetch, on a terminal. A virtual thread of its own writes it, from the moment
 * when the fetch says what it does until it has ended; both write it under one lock.
 */
final class FetchProgress {
    private final StatusLine line = StatusLine.on(System.out);      // guarded by this
    private boolean ended;                                          // guarded by this

    /** Work that says what it does. */
    interface Fetch<T> {
        T run(PrintStream progress) throws IOException, InterruptedException;
    }

    static <T> T shown(Fetch<T> fetch) throws IOException, InterruptedException {
        FetchProgress progress = new FetchProgress();
        Thread counter = Thread.ofVirtual().start(progress::count);
        try {
            return fetch.run(System.out);
        } finally {
            progress.end();
            counter.interrupt();
        }
    }

    private void count() {
        try {
            for (int seconds = 1; ; seconds++) {
                TimeUnit.SECONDS.sleep(1);
                show(seconds + " s …");
            }
        } catch (InterruptedException e) {
            // the fetch has ended, and this thread with it
        }
    }

    private synchronized void show(String text) {
        if (!ended) {
            line.show(text);
        }
    }

    private synchronized void end() {
        ended = true;
        line.clear();
    }
}
