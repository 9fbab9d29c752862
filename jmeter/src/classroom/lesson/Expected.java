package classroom.lesson;

/**
 * What theory answers.
 *
 * @param value of the same kind and unit as a guess
 * @param text  the arithmetic: {@code 4 threads / 0.05 s = 80/s}
 */
public record Expected(double value, String text) {
}
