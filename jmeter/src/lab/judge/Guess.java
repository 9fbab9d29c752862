package lab.judge;

import lab.define.Load;

/**
 * What somebody expected of a contender under a load, before it was measured.
 *
 * @param throughput requests per second
 */
public record Guess(String contender, Load load, double throughput) {
}
