package lab.bench;

/**
 * One start of both services by {@code ./run.sh MODE}. Immutable.
 *
 * @param seconds from there to the line that says that service one is ready
 */
public record Start(String mode, double seconds) {
}
