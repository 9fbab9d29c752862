package classroom.web;

/** JSON has no NaN: what is not known is null there. Stateless. */
final class Known {
    private Known() {
    }

    static Double orNull(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
