package classroom.web;

import java.util.List;

/**
 * All that the page shows but the live figures, as {@code GET /state} answers it. Immutable; null is not there.
 *
 * @param problem      why nothing can be run; else empty
 * @param busy         what is being done; empty for nothing
 * @param show         the lesson that all pages show, 0 for their list, and the numbers of {@link classroom.run.Course}
 * @param vote         null where the class does not vote
 * @param sides        null while it is not on
 * @param sidesFailure why side by side ended before its time; else empty
 */
public record StateView(long version, long seed, int cores, String problem, String busy, int show, VoteView vote,
        List<LessonView> lessons, PlayView play, SidesView sides, String sidesFailure) {

    /**
     * @param open   the lesson that is voted on; 0 for none
     * @param voters on that one, or else on the one that is shown
     */
    public record VoteView(String url, String code, int open, int voters) {
        static VoteView of(Room room, int shown) {
            int open = room.open();
            return new VoteView(room.url(), room.code(), open, room.voters(open == 0 ? shown : open));
        }
    }

    /** Side by side, while it is on. */
    public record SidesView(long leftMillis) {
    }

    /** The version is read first: see {@link classroom.run.Changes}. */
    static StateView of(Session session) {
        long version = session.changes().version();
        int shown = session.course().shown();
        return new StateView(version, session.seed(), Runtime.getRuntime().availableProcessors(),
                session.problem().get(), session.worker().busy(), shown,
                session.room().map(room -> VoteView.of(room, shown)).orElse(null),
                session.course().all().stream().map(each -> LessonView.of(each.getKey(), each.getValue(), session))
                        .toList(),
                PlayView.of(session.play()), session.sides().left().map(SidesView::new).orElse(null),
                session.sides().failure());
    }
}
