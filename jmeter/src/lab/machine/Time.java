package lab.machine;

/** This machine's clock. Tests have one of their own. */
public interface Time {
    Time REAL = new Time() {
        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    };

    /** Since 1970. */
    long millis();

    void sleep(long millis) throws InterruptedException;
}
