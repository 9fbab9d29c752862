package lab.run;

import static testing.Assertions.assertEquals;

import lab.run.RuntimeThreads.Used;
import lab.run.WarmingUp.WarmEnough;
import testing.Test;

/** When a warm-up by work is enough. Here, half a second lies between two readings. */
class WarmEnoughTest {
    /** @param rows of each half second: requests, µs of CPU time for each, share of a core that the compilers took */
    private static int settledAfter(double[]... rows) {
        WarmEnough settling = new WarmEnough();
        settling.add(0, new Used(0, 0, rows[0].length > 2 ? 0 : Double.NaN));
        long answered = 0;
        double cpu = 0;
        double compiler = rows[0].length > 2 ? 0 : Double.NaN;
        for (int i = 0; i < rows.length; i++) {
            answered += (long) rows[i][0];
            cpu += rows[i][0] * rows[i][1] / 1e6;
            compiler += rows[i].length > 2 ? rows[i][2] / 2 : Double.NaN;
            if (settling.add(answered, new Used(500 * (i + 1), cpu, compiler))) {
                return i + 1;
            }
        }
        return -1;
    }

    /** As seen of pool, on two cores: at the fifth reading the compilers only took breath. */
    @Test
    void whenTheCompilersHaveNextToNothingToDo() {
        assertEquals(10, settledAfter(new double[] {176, 4261, 0.70}, new double[] {919, 490, 0.52},
                new double[] {1043, 364, 0.39}, new double[] {1195, 385, 0.58}, new double[] {1586, 107, 0.02},
                new double[] {1553, 167, 0.22}, new double[] {1256, 295, 0.49}, new double[] {1415, 112, 0.04},
                new double[] {1616, 105, 0.04}, new double[] {1602, 112, 0.02}, new double[] {1536, 111, 0.01}));
    }

    @Test
    void notWhileACostFallsThatIsNoCompilers() {
        assertEquals(5, settledAfter(new double[] {1000, 400, 0}, new double[] {1000, 200, 0},
                new double[] {1000, 100, 0}, new double[] {1000, 100, 0}, new double[] {1000, 100, 0},
                new double[] {1000, 100, 0}));
    }

    @Test
    void whoseCompilersAreNotSeenIsJudgedByItsCostForLonger() {
        double[] same = {1000, 100};
        assertEquals(7, settledAfter(same, same, same, same, same, same, same, same), "six times as before");
    }

    @Test
    void whatUsesNoCpuTimeHasSettled() {
        double[] pinned = {10, 300, 0.03};
        assertEquals(2, settledAfter(pinned, pinned, pinned, pinned), "twenty requests a second tell no cost");
    }
}
