package classroom.web;

import classroom.run.Position;

/** How far a run is, as the page shows it. Immutable. */
public record RunView(int contender, String phase, long leftMillis, long wholeMillis) {
    /** @param position null where none is on */
    static RunView of(Position position) {
        return position == null ? null
                : new RunView(position.contender(), position.phase(), position.left(), position.whole());
    }
}
