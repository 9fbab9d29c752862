package common.mode;

import java.util.Locale;

/** A resource that a request may hold while it waits. It also holds its connection, in each mode and wait. */
public enum Limit {
    THREADS, CARRIERS, WORKER_THREADS;

    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
