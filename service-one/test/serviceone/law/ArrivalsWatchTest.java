package serviceone.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import serviceone.law.ArrivalsWatch.Arrivals;
import testing.Test;

class ArrivalsWatchTest {
    private static final int WINDOW_SECONDS = 10;
    private static final double WAIT_SECONDS = 1.049;

    private final ArrivalsWatch watch = new ArrivalsWatch();
    private final ArrayDeque<double[]> window = new ArrayDeque<>();
    private final List<Arrivals> verdicts = new ArrayList<>();
    private final Random random = new Random(7);

    /**
     * @param reused   requests on reused connections
     * @param load     requests in the queue and in flight
     * @param capacity the greatest load at which no request queues
     */
    private Arrivals addSecond(double answered, double reused, double load, double capacity) {
        window.addLast(new double[] {answered, reused});
        if (window.size() > WINDOW_SECONDS) {
            window.removeFirst();
        }
        double answeredLately = window.stream().mapToDouble(each -> each[0]).sum();
        double reusedLately = window.stream().mapToDouble(each -> each[1]).sum();
        verdicts.add(watch.add(new ArrivalsWatch.Seen(answeredLately, reusedLately, load, load / capacity)));
        return verdicts.getLast();
    }

    private void closedLoop(int seconds, int users, double rampup, double capacity, boolean keepAlive) {
        for (int i = 1; i <= seconds; i++) {
            double load = Math.min(users, users * i / rampup);
            double answered = i == 1 ? 0 : Math.min(load, capacity) / WAIT_SECONDS;
            addSecond(answered, keepAlive ? answered : 0, load, capacity);
        }
    }

    private void openLoop(int seconds, double rate, double capacity) {
        double load = 0;
        for (int i = 1; i <= seconds; i++) {
            double answered = i == 1 ? 0 : Math.min(load, capacity) / WAIT_SECONDS;
            load = Math.max(0, load + rate + random.nextGaussian() * Math.sqrt(rate) - answered);
            addSecond(answered, 0, load, capacity);
        }
    }

    private void assertVerdicts(Arrivals... expected) {
        assertEquals(Set.of(expected), Set.copyOf(verdicts), "verdicts");
    }

    /** Empties the window, so the watch forgets its verdict. */
    private Arrivals pause() {
        for (int i = 0; i < WINDOW_SECONDS; i++) {
            addSecond(0, 0, 0, 200);
        }
        Arrivals last = addSecond(0, 0, 0, 200);
        verdicts.clear();
        return last;
    }

    /** JMeter reads {@code /stats}. Then its 20 users share a pool of one thread. */
    @Test
    void readingStatsIsNotAnOpenLoop() {
        for (int i = 0; i < 6; i++) {
            addSecond(i == 0 ? 1 : 0, 0, 0, 1);
        }
        for (int i = 0; i < 20; i++) {
            addSecond(1 / WAIT_SECONDS, 0, 20, 1);
        }
        assertTrue(verdicts.stream().noneMatch(Arrivals::areOpen), "an open loop was seen: " + verdicts);
    }

    @Test
    void reusedConnectionsAreAClosedLoopEvenIfTheLoadGrows() {
        closedLoop(30, 1000, 5, 10_000, true);
        assertVerdicts(Arrivals.UNKNOWN, Arrivals.ASK_AGAIN);
        assertEquals(Arrivals.UNKNOWN, pause(), "after a pause");
        closedLoop(90, 1000, 40, 200, true);
        assertVerdicts(Arrivals.UNKNOWN, Arrivals.ASK_AGAIN);
    }

    /** A few requests on a reused connection may come from a reader of {@code /stats}. */
    @Test
    void aNewConnectionForEachRequestIsTreatedAsAnOpenLoop() {
        openLoop(60, 100, 10_000);
        assertVerdicts(Arrivals.UNKNOWN, Arrivals.NEW_CONNECTIONS);
        for (int i = 0; i < 20; i++) {
            assertEquals(Arrivals.NEW_CONNECTIONS, addSecond(100, 2, 105, 10_000));
        }
    }

    @Test
    void newConnectionsWithAGrowingLoadAreAnOpenLoop() {
        for (double rate : new double[] {205, 250, 300, 600}) {
            addSecond(0, 0, 0, 200);
            openLoop(120, rate, 200);
            assertEquals(Set.of(Arrivals.GROWING), Set.copyOf(verdicts.subList(21, 121)), "after 20 s, " + rate + "/s");
            for (double load = 4400; load > 0; load -= 190) {
                assertEquals(Arrivals.GROWING, addSecond(190, 0, load, 200), "the load falls after " + rate + "/s");
            }
            assertEquals(Arrivals.UNKNOWN, pause(), "after a pause");
        }
    }

    /** With 200 new users a second, the pool is saturated before the first answer. */
    @Test
    void newConnectionsWithALevelLoadAreAClosedLoop() {
        for (int rampup : List.of(1, 5, 10)) {
            closedLoop(60, 200 * rampup, rampup, 100, false);
            assertEquals(Arrivals.LEVEL, verdicts.getLast(), "a ramp-up of " + rampup + " s");
            for (double load = 170; load > 0; load -= 30) {
                assertEquals(Arrivals.LEVEL, addSecond(30, 0, load, 100), "the load falls");
            }
            assertTrue(!verdicts.contains(Arrivals.GROWING), "an open loop was seen: " + verdicts);
            pause();
        }
    }
}
