package classroom.lesson;

import java.util.List;

/**
 * Why a lesson's answer is what it is. Immutable.
 *
 * @param text     paragraphs
 * @param code     the lines of the services that do it
 * @param look     what to look at, and with which tool
 * @param exercise what to try next
 */
public record Why(List<String> text, List<Extract> code, List<String> look, String exercise) {
}
