package classroom.lesson;

import java.util.List;

/** Lesson 3: as many can wait as there are users. Immutable. */
final class VirtualThreads extends LessonPlan {
    private final int users;
    private final int threads;

    VirtualThreads(Variation varied, Sources sources, int cores) {
        super(3, "A virtual thread each", sources, cores);
        users = varied.of(1_000, 700, 800, 900);
        threads = varied.of(200, 250, 300, 350);      // fewer would take the queue too long to fill
    }

    private String pool() {
        return "pool-" + threads;
    }

    @Override
    String question() {
        return say("""
                %,d users; a request makes four calls, one after the other, and waits for %,d ms in all. A pool of
                %d threads answers %s requests a second. Now each user's connection gets a virtual thread of its
                own, on the same %s. How many requests a second are answered?""", users,
                meetingsMillis(DELAY, STAGE_DELAY), threads,
                number(predicted(pool()).throughput()), cores() == 1 ? "core" : cores() + " cores");
    }

    @Override
    Setup setup() {
        return new Setup("loom", 0, users, 0, "/meetings", meetings(DELAY, STAGE_DELAY),
                say("The first run has the pool of %d threads.", threads));
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        return String.join("\n", "path = /meetings", "users = " + users, "warmup = 5", "seconds = 2",
                "contender." + pool() + " = pool --threads " + threads, "contender.loom = loom");
    }

    @Override
    Expected theory() {
        return new Expected(predicted("loom").throughput(), arithmetic(predicted("loom")) + "; the pool: "
                + arithmetic(predicted(pool())));
    }

    @Override
    Measure measure() {
        return Measures.throughput("loom");
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                The pool lets %d requests wait at the same time, the other %d users wait in its queue. Virtual
                threads let all %,d wait. The cores have hardly anything to do either way: what was short were
                threads to wait on.

                When a virtual thread waits for a socket, the JDK takes it off its carrier, a platform thread of
                which there is one for each core, and keeps its stack on the heap. The carrier goes on with
                another virtual thread. When the bytes have come, the scheduler mounts it again, on whichever
                carrier is free.

                The code does not change. The same class serves a connection in both runs. They differ in one place:
                a virtual thread also waits for its client, and a thread of the pool does not.

                A virtual thread is no faster than a platform thread. A single request takes %,d ms as before.
                What grows is how many of them wait at once: more throughput, not less waiting (JEP 444). The
                latency falls only by the time that was spent in the queue.
                """, threads, users - threads, users, meetingsMillis(DELAY, STAGE_DELAY)),
                List.of(serviceOne("modes/VirtualThreads.java", "private void serve(ClientSocket socket)"),
                        serviceOne("modes/FixedPool.java", "private void takeAndServe()"),
                        serviceOne("calls/BlockingMeetings.java", "public Response answer")),
                paragraphs("""
                The two live pictures beside each other: in the pool's most requests are in the queue, in the
                other nearly all wait in one of the four calls.

                Single requests: mostly queue in the pool, four waits and nothing else with virtual threads.

                `./run.sh loom`, `./run.sh jmeter closed-loop -Jusers=1000`, and `./run.sh threads`: a thousand
                virtual threads by what they wait for, and their few carriers.

                `./run.sh visualvm`: its tab Threads shows the carriers, and never a virtual thread."""),
                say("""
                In free play: how many threads must the pool have to answer as many requests as virtual threads?
                And with 100 users, who is ahead?"""));
    }

    @Override
    String mistake() {
        return say("""
                %s/s again, since the cores are the same; or many thousands, since virtual threads are fast. The
                cores were never the limit, and each request still waits for %,d ms.""",
                number(predicted(pool()).throughput()), meetingsMillis(DELAY, STAGE_DELAY));
    }
}
