package testing;

/** A test throws it at its end if this machine lacks something that one of its checks needs. With CI=true, it fails. */
public final class Skipped extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Skipped(String reason) {
        super(reason);
    }
}
