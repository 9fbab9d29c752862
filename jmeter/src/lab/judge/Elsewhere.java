package lab.judge;

import java.util.List;

/**
 * What ran on other machines than service one's, during the measured window. Immutable.
 *
 * @param serviceTwo whether service two did: then its CPU time is no part of what this machine's cores did
 * @param generators the machines that made the load; empty: this one did
 */
public record Elsewhere(boolean serviceTwo, List<RemoteGenerator> generators) {
    public static final Elsewhere NOTHING = new Elsewhere(false, List.of());

    public boolean isNothing() {
        return !serviceTwo && generators.isEmpty();
    }
}
