package classroom.run;

/**
 * How far an experiment is. Immutable.
 *
 * @param contender the index of the one that runs now
 * @param until     when all of it is over at the latest, in milliseconds since 1970
 * @param whole     milliseconds that all of it takes at most
 */
public record Position(int contender, String phase, long until, long whole) {
    /** Milliseconds that are left at most. */
    public long left() {
        return Math.max(0, until - System.currentTimeMillis());
    }
}
