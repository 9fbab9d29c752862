package advise;

import java.util.List;

/**
 * What somebody wants to know: a service in figures. Immutable.
 *
 * @param remarks what was assumed, and what to doubt about the figures, in sentences
 */
record Question(Figures figures, List<String> remarks) {
}
