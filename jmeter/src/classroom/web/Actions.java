package classroom.web;

import classroom.lesson.Lesson;
import classroom.run.NotNow;
import classroom.run.PlaySettings;
import classroom.run.Progress;
import common.commandline.UsageException;
import java.util.Map;

/** What a POST of the teacher's page does, by its path. Immutable; used by the server's threads. */
final class Actions {
    /** One of them. */
    interface Action {
        void take(Fields fields) throws UsageException, NotNow;
    }

    private final Session session;
    private final Map<String, Action> byPath;

    Actions(Session session) {
        this.session = session;
        this.byPath = Map.of("/show", fields -> session.course().show(fields.whole("lesson")),
                "/predict", fields -> session.course().predict(fields.whole("lesson"), fields.number("value")),
                "/run", fields -> session.course().run(fields.whole("lesson"), fields.flag("again")),
                "/stop", _ -> session.worker().stop(),
                "/reveal", this::reveal,
                "/vote", this::vote,
                "/play", fields -> session.play().run(settings(fields), fields.text("name")),
                "/name", fields -> session.play().name(fields.whole("row"), fields.text("name")),
                "/sides", fields -> session.sides().begin(fields.whole("users")));
    }

    boolean has(String path) {
        return byPath.containsKey(path);
    }

    void take(String path, Fields fields) throws UsageException, NotNow {
        byPath.get(path).take(fields);
    }

    /** After it nobody can vote any more: the answer is known. */
    private void reveal(Fields fields) throws UsageException, NotNow {
        int lesson = fields.whole("lesson");
        session.course().reveal(lesson);
        session.room().ifPresent(room -> room.close(lesson));
    }

    private void vote(Fields fields) throws UsageException, NotNow {
        Room room = session.room().orElseThrow(() -> new NotNow("there is no vote: start the class with --bind"));
        if (fields.flag("open")) {
            Lesson lesson = session.course().lesson(session.course().shown());
            if (session.course().progress(lesson).state() == Progress.State.REVEALED) {
                throw new NotNow("the answer is known already");
            }
            room.open(lesson);
        } else {
            room.close(room.open());
        }
    }

    private static PlaySettings settings(Fields fields) throws UsageException {
        return new PlaySettings(fields.text("mode"), fields.whole("threads"), fields.whole("users"),
                fields.whole("rate"), fields.text("path"), fields.whole("delay"), fields.whole("stageDelay"),
                fields.text("jvm"));
    }
}
