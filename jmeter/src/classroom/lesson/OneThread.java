package classroom.lesson;

import java.util.List;

/** Lesson 1: a thread that waits can do nothing else. Immutable. */
final class OneThread extends LessonPlan {
    private final int delay;
    private final int users;

    OneThread(Variation varied, Sources sources, int cores) {
        super(1, "One thread", sources, cores);
        delay = varied.of(DELAY, 40, 80, 100, 125);
        users = varied.of(20, 10, 15, 25);
    }

    @Override
    String question() {
        return say("""
                One thread, %d users. A request makes one call, which is answered after %d ms, and computes next
                to nothing. A user asks again as soon as it is answered. How many requests a second are answered?""",
                users, delay);
    }

    @Override
    Setup setup() {
        return new Setup("pool", 1, users, 0, "/rpc", List.of(new Setup.Wait("info", delay)), "");
    }

    @Override
    Asks asks() {
        return REQUESTS_PER_SECOND;
    }

    @Override
    String definition() {
        return String.join("\n", "path = /rpc", "users = " + users, "delay = " + delay, "warmup = 8", "seconds = 5",
                "contender.pool-1 = pool --threads 1");
    }

    @Override
    Expected theory() {
        return new Expected(predicted("pool-1").throughput(), arithmetic(predicted("pool-1")));
    }

    @Override
    Measure measure() {
        return Measures.throughput("pool-1");
    }

    @Override
    Why why() {
        return new Why(paragraphs("""
                The thread sends its call and then waits until the answer is there. While it waits it can do
                nothing else. So it answers one request every %d ms, on any processor, however fast.

                The other users wait in the queue. Each of the %d asks again at once, so everybody waits for the
                turns of all others, and then for its own. That makes a latency of %d × %d ms = %s, though nothing
                in the service is slow.

                Meanwhile the processor is idle. A thread that waits costs no CPU time. It costs its place: it
                keeps others out.

                Measured is some percent less. The thread also reads, parses and writes, takes the next
                connection from the queue, and is in a JVM that is still cold; and no timer is early.

                This is Little's law: throughput = requests in flight / time in flight. It knows nothing of Java,
                threads or HTTP, only how many requests are being worked on at once and for how long.
                """, delay, users, users, delay, seconds(predicted("pool-1").latency())),
                List.of(serviceOne("calls/BlockingClient.java",
                        "void exchange(Call<?> call)"),
                        serviceOne("modes/FixedPool.java", "private void takeAndServe()")),
                paragraphs("""
                The live picture: one request waits for info, all others wait in the queue, the CPU does nothing.

                Single requests: nearly all of a bar is the queue.

                `./run.sh pool --threads 1` in one terminal, `./run.sh jmeter tour` in a second,
                `./run.sh visualvm` in a third: full load, and a CPU graph along the bottom."""),
                say("""
                In free play, one thread on `/rpc`: double the users, then halve the delay instead. Predict both
                first. Which of the two changes the throughput, and which the latency?"""));
    }

    @Override
    String mistake() {
        return say("""
                %s/s, from %d users with %d ms each. That many would have to wait at the same time; one thread
                waits for one.""", number(predicted("all", "loom").throughput()), users, delay);
    }
}
