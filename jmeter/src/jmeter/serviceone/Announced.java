package jmeter.serviceone;

/**
 * What a service one has said of itself while a load went on. Immutable.
 *
 * @param answered    whether it was heard at all; else the others say nothing
 * @param waitSeconds what each request had to wait by what service two and the routes announce; NaN where not known
 * @param limit       requests that it serves at once; NaN where not known
 */
public record Announced(boolean answered, double waitSeconds, double limit) {
}
