package lab.judge;

/** Student's distribution. See M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4. */
final class StudentT {
    private static final int HALVINGS = 50;      // a double has 53 digits

    private StudentT() {
    }

    /** The value that t exceeds with probability {@code 1 - probability}, for a probability above one half. */
    static double quantile(double probability, int freedom) {
        double low = 0;
        double high = 1;
        while (within(high, freedom) < 2 * probability - 1) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (within(middle, freedom) < 2 * probability - 1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** P(-t < T < t). */
    private static double within(double t, int freedom) {
        boolean odd = freedom % 2 == 1;
        double angle = Math.atan(t / Math.sqrt(freedom));
        double square = Math.cos(angle) * Math.cos(angle);
        double sum = 0;
        double term = odd ? Math.cos(angle) : 1;
        for (int k = odd ? 3 : 2; k <= freedom; k += 2) {
            sum += term;
            term *= square * (k - 1) / k;
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }
}
