package serviceone.soak;

/** What became of an honest client's request. */
public enum Outcome {
    ANSWERED("answered"),
    /** 503: it is not done, and its client knows at once. */
    REFUSED("refused"),
    /** 502 or 504: service two has failed. */
    FAILED("failed"),
    /** It came behind one that was answered with {@code Connection: close}, so it was not done (RFC 9112, 9.6). */
    SENT_AGAIN("sent again"),
    /**
     * Its connection, kept from an earlier one, was closed before any byte of an answer: so a client sends it again
     * (RFC 9112, 9.3.1 and 9.5). Where nothing gives up idle connections there is none.
     */
    MET_A_CLOSE("met a close"),
    /** Sent, and neither answered nor to be sent again by one of the rules above. */
    LOST("lost"),
    /** Answered with what another request of its pipeline asked for. */
    OUT_OF_ORDER("out of order"),
    /** Answered with what a request of another connection asked for, or with none's. */
    MIXED_UP("mixed up"),
    /** Any other status, or no HTTP. */
    WRONG("wrong");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** As it is named to people. */
    public String label() {
        return label;
    }

    /** Whether it must not happen, whatever others do. */
    public boolean isBad() {
        return compareTo(LOST) >= 0;
    }
}
