package lab.judge;

import java.util.Objects;

/**
 * What the whole machine did during the measured window. NaN or -1 where it doesn't tell.
 *
 * @param cores           that this JVM may use
 * @param busySeconds     CPU time of everything that ran, stolen time not included
 * @param stolenSeconds   CPU time that the hypervisor gave to other machines while this one wanted it
 * @param listenOverflows connections that the kernel dropped because a listen queue was full
 * @param contention      what kept programs waiting for it
 */
public record MachineUsage(int cores, double busySeconds, double stolenSeconds, long listenOverflows,
        Contention contention) {
    /** Results that were written before there was contention have none. */
    public MachineUsage {
        contention = Objects.requireNonNullElse(contention, Contention.UNKNOWN);
    }
}
