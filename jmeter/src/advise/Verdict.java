package advise;

/** The first line: should it go to virtual threads? Stateless. */
final class Verdict {
    /** A pool of so many threads is nothing unusual. */
    private static final double USUAL = 5_000;

    private Verdict() {
    }

    static String of(Advice advice) {
        if (!advice.figures().hasPool()) {
            return "It has no pool: no request waits for a thread." + advice.fullToday()
                    .map(bound -> " What it is short of are " + bound.what().several() + ".").orElse("");
        }
        return advice.answeredThen() > advice.answeredToday() ? more(advice) : noMore(advice);
    }

    private static String more(Advice advice) {
        String yes = "Yes: your pool is too small for what arrives. Virtual threads are as many as arrive";
        if (advice.isTooMuchThen()) {
            return "Only up to " + Quantity.perSecond(advice.answeredThen()) + ": your pool is too small, but so are "
                    + "the " + advice.virtual().getFirst().what().several()
                    + ", and nothing would hold back what is too much for them.";
        }
        double needed = PoolSize.needed(advice);
        String pool = needed > USUAL ? "." : "; so is a pool of " + Quantity.text(needed) + ".";
        return yes + pool + advice.fullThen().map(bound -> " Then the " + bound.what().several() + " are full.")
                .orElse("");
    }

    private static String noMore(Advice advice) {
        return switch (advice.kind()) {
            case CARRIERS -> "No, as long as it waits in native code: there are too few carriers to wait on.";
            case CPU -> "No: it is short of cores, and threads of whatever kind make none.";
            case PERMITS -> "No: it is short of permits, and threads of whatever kind make none.";
            case THREADS -> "Perhaps: your pool is full, and a full pool answers just so many, however many more ask. "
                    + "If more than " + Quantity.perSecond(advice.figures().rate()) + " arrive, yes.";
            case NOTHING -> nothingShort(advice);
        };
    }

    private static String nothingShort(Advice advice) {
        if (advice.figures().computes()) {
            return "No: its requests compute, and a pool of about as many threads as cores answers them more evenly.";
        }
        return advice.queuesForThreads() ? "Not for throughput; but the queue for a thread would go, with them or with "
                + "a pool of " + Quantity.text(PoolSize.needed(advice)) + "."
                : "Not for throughput, the pool is large enough; yes, if nobody shall have to choose its size.";
    }
}
