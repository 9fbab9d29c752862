package process;

/** This machine's clocks. Tests have their own. */
public interface Time {
    Time REAL = new Time() {
        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    };

    /** Since 1970, by the wall clock, which JMeter's samples follow, too. Anybody may set it. */
    long millis();

    /** By a clock that only goes on. */
    long nanos();

    void sleep(long millis) throws InterruptedException;
}
