package classroom.lesson;

import java.util.List;

/** Lesson 5: the same throughput without a thread for each request, and what the code loses by it. Immutable. */
final class EventLoops extends LessonPlan {
    private final int users;

    EventLoops(Variation varied, Sources sources, int cores) {
        super(5, "The same without a thread each", sources, cores);
        users = varied.of(1_000, 600, 700, 800, 900);
    }

    private String loops() {
        return cores() == 1 ? "one event loop" : cores() + " event loops";
    }

    @Override
    String question() {
        return say("""
                Service one with %s, which is one for each core: each is a platform thread, and no other thread
                serves requests. %,d users, and a request waits for %,d ms as before. How many requests a second
                are answered?""",
                loops(), users, meetingsMillis(DELAY, STAGE_DELAY));
    }

    @Override
    Setup setup() {
        return new Setup("async", 0, users, 0, "/meetings", meetings(DELAY, STAGE_DELAY), "");
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        return String.join("\n", "path = /meetings", "users = " + users, "warmup = 8", "seconds = 4",
                "contender.async = async");
    }

    @Override
    Expected theory() {
        return new Expected(predicted("async").throughput(), arithmetic(predicted("async")));
    }

    @Override
    Measure measure() {
        return Measures.throughput("async");
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                An event loop never waits for one request. It asks the operating system which of all its sockets
                have something to read, deals with those, and asks again. What waits is no thread but an object: a
                connection, and the futures that are to run when its answer comes. As many can wait as there is
                memory for.

                By Little's law that is as good as a virtual thread each, and it takes less CPU time for a
                request: no stack is put away and taken back, and the operating system is asked less often. So
                virtual threads win nothing in throughput against this.

                What they win is the code. Four calls, one after the other, are four lines on a virtual thread;
                here they are a chain of functions, and everything below them, reading, writing and time limits,
                is a state machine. One function that blocks stops every connection of its loop.

                And when the last call fails, the stack trace begins at the event loop. Who asked for that call is
                not in it: the method that asked has returned long ago. On a thread of its own, whether virtual or
                not, the trace goes down to the request.
                """),
                List.of(serviceOne("calls/AsyncMeetings.java", "public CompletableFuture<Response> answer"),
                        serviceOne("io/EventLoop.java", "private void turn()"),
                        serviceOne("io/EventLoop.java", "private void select()")),
                paragraphs("""
                Single requests: the same four waits as with virtual threads, but no thread has them; the event loop
                that is named has the request for an instant between two.

                `./run.sh trace`: the same failure in the three modes, beside each other; `-->` marks the request's
                own code.

                `./run.sh threads`, while `async` runs: a few threads, and not a word about the requests."""),
                say("""
                Read `AsyncConnection` beside `BlockingConnection`. Which of the two would you rather debug at night?
                Then, in free play, `/wait-blocking` in `pool`, `loom` and `async`."""));
    }

    @Override
    String mistake() {
        double waiting = meetingsMillis(DELAY, STAGE_DELAY) / 1e3;
        return say("""
                %s/s, from %d / %s: as if each loop waited for one request at a time, like a thread of a pool. It
                waits for all of them at once.""", number(cores() / waiting), cores(), seconds(waiting));
    }
}
