package advise;

/** What the figures come to, and the experiment that shows it. */
enum Case {
    THREADS("story", "a pool that is too small beside virtual threads"),
    PERMITS("database-permits", "permits, and what each mode makes of those who wait for one"),
    CPU("cpu-bound", "requests that compute, on whatever threads"),
    CARRIERS("pinned", "waiting that keeps the carrier"),
    NOTHING("story --users 100", "a load for which there are threads enough");

    private final String experiment;
    private final String shows;

    Case(String experiment, String shows) {
        this.experiment = experiment;
        this.shows = shows;
    }

    /** Its name, and what {@code ./run.sh compare} is to be told beside that. */
    String experiment() {
        return experiment;
    }

    String shows() {
        return shows;
    }
}
