package lab.judge;

/** Student's distribution. See M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4. */
final class StudentT {
    private static final int HALVINGS = 50;      // a double has 53 digits

    private StudentT() {
    }

    /** The value that t exceeds with probability {@code 1 - probability}, for a probability above one half. */
    static double quantile(double probability, int freedom) {
        double low = 0;
        double high = Math.PI / 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (within(middle, freedom) < 2 * probability - 1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.sqrt(freedom) * Math.tan(high);
    }

    /** P(-t < T < t) for t = √freedom · tan(angle). */
    private static double within(double angle, int freedom) {
        boolean odd = freedom % 2 == 1;
        double cosine = Math.cos(angle);
        double sum = 0;
        double term = odd ? cosine : 1;
        for (int k = odd ? 3 : 2; k <= freedom; k += 2) {
            sum += term;
            term *= cosine * cosine * (k - 1) / k;
        }
        return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
    }
}
