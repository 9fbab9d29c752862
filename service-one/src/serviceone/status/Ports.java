package serviceone.status;

/**
 * Where a service can be watched, on 127.0.0.1. Immutable.
 *
 * @param admin      the status page's; 0 for any free one
 * @param anyWillDo  whether the status page takes any free port where that one is taken: nobody has asked for it
 * @param jmx        JMX's; 0 for nowhere
 */
public record Ports(int admin, boolean anyWillDo, int jmx) {
    /** Whatever is free, and no JMX. */
    static final Ports ANY = new Ports(0, false, 0);
}
