package classroom.run;

import java.util.List;
import java.util.Map;
import lab.judge.Run;

/**
 * What an experiment gave. Immutable.
 *
 * @param traces what a failing request's stack trace shows, by contender; empty where nobody wanted to know
 */
public record Outcome(List<Run> runs, Map<String, List<String>> traces) {
}
