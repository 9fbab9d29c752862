package servicetwo;

/** A request that cannot be read any further; its connection ends with this status. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    /** Without a stack trace, which would be the dearest thing about a bad request. */
    RefusedException(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
