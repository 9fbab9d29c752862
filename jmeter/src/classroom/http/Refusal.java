package classroom.http;

/** Why a request is not answered with what it asks for. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    /** @param why in a sentence that its user can act upon */
    public Refusal(int status, String why) {
        super(why);
        this.status = status;
    }

    int status() {
        return status;
    }
}
