package lab.judge;

/**
 * What one program used during the measured window, all of its processes together, as the kernel accounts for it. -1 or
 * NaN where this machine doesn't tell.
 *
 * @param cpuSeconds       CPU time in user and kernel mode
 * @param firstHalfSeconds the part of it in the window's first half
 * @param rss              resident memory at the window's end, in bytes
 * @param threads          threads of the operating system at the window's end
 * @param files            file descriptors open at the window's end
 * @param fileLimit        how many it may open
 */
public record Usage(double cpuSeconds, double firstHalfSeconds, long rss, long threads, long files, long fileLimit) {
}
