package classroom.run;

import java.util.List;

/**
 * The latest sampled requests, as service one tells of them, and what its virtual threads do meanwhile. Immutable.
 *
 * @param requests the latest last
 * @param cores    like the other figures null where it is not known
 */
record Lives(List<Object> requests, Double cores, Double mounted, Double runnable, Double parked) {
    static final Lives NONE = new Lives(List.of(), null, null, null, null);
}
