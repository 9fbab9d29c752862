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
    private static final int WINDOW = 10;
    private static final double WAIT = 1.049;

    private final ArrivalsWatch watch = new ArrivalsWatch();
    private final ArrayDeque<double[]> window = new ArrayDeque<>();
    private final List<Arrivals> verdicts = new ArrayList<>();
    private final Random random = new Random(7);

    /**
     * @param load requests in the service
     * @param capacity the most requests that need not queue
     */
    private Arrivals second(double answered, double kept, double load, double capacity) {
        window.addLast(new double[] {answered, kept});
        if (window.size() > WINDOW) {
            window.removeFirst();
        }
        double answeredLately = window.stream().mapToDouble(each -> each[0]).sum();
        double keptLately = window.stream().mapToDouble(each -> each[1]).sum();
        verdicts.add(watch.add(new ArrivalsWatch.Seen(answeredLately, keptLately, load, load / capacity)));
        return verdicts.getLast();
    }

    private void closedLoop(int seconds, int users, double rampup, double capacity, boolean kept) {
        for (int i = 1; i <= seconds; i++) {
            double load = Math.min(users, users * i / rampup);
            double answered = i == 1 ? 0 : Math.min(load, capacity) / WAIT;
            second(answered, kept ? answered : 0, load, capacity);
        }
    }

    private void openLoop(int seconds, double rate, double capacity) {
        double load = 0;
        for (int i = 1; i <= seconds; i++) {
            double answered = i == 1 ? 0 : Math.min(load, capacity) / WAIT;
            load = Math.max(0, load + rate + random.nextGaussian() * Math.sqrt(rate) - answered);
            second(answered, 0, load, capacity);
        }
    }

    private void assertSeen(Arrivals... expected) {
        assertEquals(Set.of(expected), Set.copyOf(verdicts), "verdicts");
    }

    /** After a pause this long, the watch takes what follows for another load. */
    private Arrivals pause() {
        for (int i = 0; i < WINDOW; i++) {
            second(0, 0, 0, 200);
        }
        Arrivals last = second(0, 0, 0, 200);
        verdicts.clear();
        return last;
    }

    /** JMeter reads the service's figures. Then its twenty users share a pool of one thread. */
    @Test
    void readingTheFiguresIsNotAnOpenLoop() {
        for (int i = 0; i < 6; i++) {
            second(i == 0 ? 1 : 0, 0, 0, 1);
        }
        for (int i = 0; i < 20; i++) {
            second(1 / WAIT, 0, 20, 1);
        }
        assertTrue(verdicts.stream().noneMatch(Arrivals::areOpen), "an open loop was seen: " + verdicts);
    }

    @Test
    void reusedConnectionsAreAClosedLoopEvenIfTheLoadGrows() {
        closedLoop(30, 1000, 5, 10_000, true);
        assertSeen(Arrivals.UNKNOWN, Arrivals.ASK_AGAIN);
        assertEquals(Arrivals.UNKNOWN, pause(), "after a pause");
        closedLoop(90, 1000, 40, 200, true);
        assertSeen(Arrivals.UNKNOWN, Arrivals.ASK_AGAIN);
    }

    /** A few requests on a kept connection say nothing about the others. */
    @Test
    void aNewConnectionForEachRequestIsTreatedAsAnOpenLoop() {
        openLoop(60, 100, 10_000);
        assertSeen(Arrivals.UNKNOWN, Arrivals.NEW_CONNECTIONS);
        for (int i = 0; i < 20; i++) {
            assertEquals(Arrivals.NEW_CONNECTIONS, second(100, 2, 105, 10_000));
        }
    }

    @Test
    void newConnectionsWithAGrowingLoadAreAnOpenLoop() {
        for (double rate : new double[] {205, 250, 300, 600}) {
            second(0, 0, 0, 200);
            openLoop(120, rate, 200);
            assertEquals(Set.of(Arrivals.GROWING), Set.copyOf(verdicts.subList(21, 121)), "after 20 s, " + rate + "/s");
            for (double load = 4400; load > 0; load -= 190) {
                assertEquals(Arrivals.GROWING, second(190, 0, load, 200), "the backlog of " + rate + "/s");
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
                assertEquals(Arrivals.LEVEL, second(30, 0, load, 100), "the end of the load");
            }
            assertTrue(!verdicts.contains(Arrivals.GROWING), "an open loop was seen: " + verdicts);
            pause();
        }
    }
}
