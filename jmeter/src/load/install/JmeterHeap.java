package load.install;

import java.util.List;

/**
 * The heap of a JMeter that plays so many users, and how it is collected. Immutable.
 *
 * <p>A user is a platform thread, and a collection looks through the stacks of all of them: at 4,000 users it stops
 * JMeter for 100 ms, however little is alive (some 26 KiB for each user). Those whose answers came meanwhile then send
 * together, and go on doing so. So collections must be few: a sample leaves some 35 KiB of garbage, and the young
 * generation has room for about ten samples of each user.
 *
 * @param users whom one JMeter plays at once
 */
public record JmeterHeap(int users) {
    private static final int LEAST_YOUNG_MIB = 256;
    /** Beyond it more users mean more collections, so that 10,000 users still fit into a laptop. */
    private static final int MOST_YOUNG_MIB = 1_536;
    /** JMeter itself, and room for what the collector moves. */
    private static final int OLD_MIB = 256;
    private static final int OLD_USERS_PER_MIB = 16;

    List<String> options() {
        int total = youngMebibytes() + OLD_MIB + users / OLD_USERS_PER_MIB;
        return List.of("-XX:+UseG1GC",             // the one that stops 4,000 threads for the shortest time
                "-Xms" + total + "m", "-Xmx" + total + "m", "-Xmn" + youngMebibytes() + "m",
                "-XX:+AlwaysPreTouch",             // else the kernel hands out pages while the load is measured
                "-XX:+UseCompactObjectHeaders",    // JEP 519
                JmeterHome.METASPACE);
    }

    private int youngMebibytes() {
        return Math.clamp(users * 3L / 8, LEAST_YOUNG_MIB, MOST_YOUNG_MIB);
    }
}
