package serviceone.exercise;

import java.util.List;

/** Of exercises 3 and 5: the four calls. */
final class MeetingsChecks {
    private MeetingsChecks() {
    }

    static List<Check> parallel() {
        return List.of();
    }

    static List<Check> deadline() {
        return List.of();
    }
}
