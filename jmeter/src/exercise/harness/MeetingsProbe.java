package exercise.harness;

import static exercise.harness.Check.require;
import static exercise.harness.Check.requireInTime;
import static exercise.harness.StandIn.*;

import module java.base;
import common.mode.Mode;
import exercise.harness.Client.Answer;
import exercise.harness.StandIn.Reply;

/** What the exercises about {@code /meetings} check alike. */
public final class MeetingsProbe {
    /** A failure of service two, and the status that the client must get. */
    public record Ending(String path, Reply reply, String what, int status) {
        static final List<Ending> FAILURES = List.of(
                new Ending(AUTHENTICATE, Reply.of(401, "{}"), "401: the token is unknown", 401),
                new Ending(AUTHORIZE, Reply.of(200, "{\"authorities\":[]}"), "an empty list of authorities", 403),
                new Ending(INFO, Reply.of(500, "{}"), "500", 502),
                new Ending(AUTHORIZE, Reply.RESET, "a reset", 502),
                new Ending(MEETINGS, Reply.GARBAGE, "bytes that are not HTTP", 502),
                new Ending(MEETINGS, Reply.of(404, "{}"), "404", 502));

        String text() {
            return "service two answered " + path + " with " + what;
        }

        /** Service one repeats a call whose kept connection was reset. */
        int mostCalls() {
            return reply == Reply.RESET ? 2 : 1;
        }
    }

    public static final int CROWD = 100;
    private static final Set<String> TARGETS =
            Set.of(INFO, "/authenticate?token=t", "/authorize?id=user-of-t", "/meetings?id=user-of-t");
    private static final int REQUESTS = 30;
    private static final int LEAVE_MILLIS = 60;

    private MeetingsProbe() {
    }

    public static void requireRight(Subject subject, Client client, String token) throws Exception {
        Answer answer = subject.answer(client, "all four calls were answered");
        require(answer.status() == 200 && answer.body().equals(StandIn.right("/meetings?id=user-of-" + token).body()),
                "the client with the token " + token + " was answered " + answer,
                answer.body().contains("user-of-") ? "own-state" : "response");
    }

    public static void requireCallsOnce(Subject subject, int requests) throws Exception {
        for (String path : PATHS) {
            require(subject.two.calls(path) == requests, subject.two.calls(path) + " calls to " + path + " for "
                    + requests + " requests", "once");
        }
    }

    /** Also if the same token comes again. */
    public static void requireOwnAnswers(Subject subject, List<Client> clients) throws Exception {
        for (int again = 0; again < 2; again++) {
            for (int i = 0; i < clients.size(); i++) {
                requireRight(subject, again == 0 ? clients.get(i) : clients.get(i).ask(MEETINGS, "t" + i), "t" + i);
            }
            requireCallsOnce(subject, (again + 1) * clients.size());
        }
    }

    /**
     * @param sides 1 if each call waits for the one before, 2 if info and the chain of the others run in parallel
     * @param check looks at the subject again and again while a call is awaited
     */
    public static void requireInOrder(Subject subject, Mode mode, int sides, Check.Body check) throws Exception {
        StandIn two = subject.start(mode, 1);
        two.hold(PATHS);
        Client client = subject.ask(MEETINGS, "t");
        List<String> released = new ArrayList<>(PATHS);
        Collections.rotate(released, 1 - sides);      // info last, if nothing waits for it
        for (String path : released) {
            int begun = Math.min(PATHS.size(), released.indexOf(path) + sides);
            Supplier<String> found = () -> "before " + path + " was answered, these calls came: " + two.targets();
            subject.requireSoon(() -> {
                check.run(subject);
                return two.targets().size() >= begun && two.inFlight(path) == 1 || client.hasAnswer();
            }, found, "next");
            if (released.indexOf(path) == PATHS.size() - 1) {
                subject.await(() -> two.inFlight() == 1);
            }
            subject.settle();
            requireInTime(!client.hasAnswer(), "GET /meetings was answered before " + path + " was", "too-early");
            require(two.targets().size() == begun, found.get(), "next");
            two.release(path);
        }
        subject.requireSoon(() -> {
            check.run(subject);
            return client.hasAnswer();
        }, () -> "all four calls were answered, and the client got no answer", "no-answer");
        requireRight(subject, client, "t");
        require(Set.copyOf(two.targets()).equals(TARGETS), "the calls were " + two.targets(), "response");
    }

    /**
     * In each case, the client learns the failure, the call is not made again, and no later call is made.
     *
     * @param sides as for {@link #requireInOrder}; the other side ends, too
     */
    public static void requireFailures(Subject subject, int sides) throws Exception {
        for (Ending each : Ending.FAILURES) {
            requireFailure(subject, each, sides);
        }
    }

    public static void requireFailure(Subject subject, Ending ending, int sides) throws Exception {
        StandIn two = subject.two;
        String path = ending.path;
        String other = sides == 1 ? path : path.equals(INFO) ? AUTHENTICATE : INFO;
        int abandoned = two.abandoned(other);
        List<Integer> before = PATHS.stream().map(two::calls).toList();
        two.on(path, ending.reply);
        Client client = askAndHold(subject, sides == 1 ? List.of(path) : List.of(path, other));
        two.release(path);
        subject.requireSoon(client::hasAnswer, () -> ending.text() + ", and the client got no answer" + (sides == 1
                ? "" : " as long as " + other + " had none"), sides == 1 ? "no-answer" : other.equals(INFO) ? "held-up"
                : "info-last");
        Answer answer = client.read();
        require(answer.status() == ending.status, ending.text() + ", and the client got " + answer + ", not "
                + ending.status, answer.status() == 200 ? "lost" : "replaced");
        subject.requireSoon(() -> sides == 1 || two.abandoned(other) == abandoned + 1, () -> ending.text()
                + ", and the client got its answer, but the call " + other + " continued", "cancel");
        subject.settle();
        int calls = two.calls(path) - before.get(PATHS.indexOf(path));
        require(calls <= ending.mostCalls(), ending.text() + ", and it was called " + calls + " times", "once");
        for (int later = Math.max(sides - 1, PATHS.indexOf(path)) + 1; later < PATHS.size(); later++) {
            require(two.calls(PATHS.get(later)) == before.get(later), ending.text() + ", and another call was made",
                    "no-further");
        }
        two.on(path, StandIn::right);
        two.release(other);
    }

    /** Begins a request, and waits until these calls are in flight and held. */
    public static Client askAndHold(Subject subject, List<String> held) throws Exception {
        StandIn two = subject.two;
        two.hold(held);
        Client client = subject.ask(MEETINGS, "t");
        subject.requireSoon(() -> held.stream().allMatch(path -> two.inFlight(path) == 1), () -> "of the calls " + held
                + " these came: " + two.targets(), "next");
        return client;
    }

    /** @param sides calls that are in flight together */
    public static Check interrupted(String name, List<List<String>> sides) {
        return new Check(name, subject -> {
            StandIn two = subject.two;
            for (List<String> held : sides) {
                subject.start(Mode.LOOM, 1);
                int before = two.calls(MEETINGS);
                Client client = askAndHold(subject, held);
                if (held.equals(List.of(INFO))) {      // then the other calls must have ended
                    subject.await(() -> two.calls(MEETINGS) > before && two.inFlight() == 1);
                }
                subject.requestThreads.forEach(Thread::interrupt);
                String found = "the thread of a request was interrupted, as when the service stops, while these calls "
                        + "were in flight: " + String.join(", ", held) + "; ";
                subject.requireSoon(() -> two.inFlight() == 0, () -> found + two.inFlight() + " calls continued",
                        "interrupt");
                Answer answer = subject.answer(client, found);
                require(answer.status() == 503, found + "the client got " + answer + ", not 503", "interrupt");
                held.forEach(two::release);
                subject.requestThreads.clear();
                subject.stop();
            }
        });
    }

    public static Check clientLeft(List<String> held) {
        return new Check("when a client has left, its request ends", subject -> {
            StandIn two = subject.start(Mode.LOOM, 1);
            askAndHold(subject, held).reset();
            Thread.sleep(LEAVE_MILLIS);
            two.release(AUTHENTICATE);
            subject.requireSoon(() -> two.inFlight() == 0, () -> "the client left, so the call after authenticate "
                    + "failed, and " + two.inFlight() + " calls continued", "interrupt");
            subject.settle();
            require(two.calls(AUTHORIZE) + two.calls(MEETINGS) == 0, "the client left, and these calls were made: "
                    + two.targets(), "own-calls");
        });
    }

    public static Check noThreadLeft() {
        return new Check("calls are made on virtual threads, and no thread is left behind", subject -> {
            subject.start(Mode.LOOM, 1);
            Client client = subject.client();
            int before = Thread.getAllStackTraces().size();
            for (int i = 0; i < REQUESTS; i++) {
                requireRight(subject, client.ask(MEETINGS, "t" + i), "t" + i);
            }
            require(subject.callers.stream().allMatch(Thread::isVirtual), "a call was made on a platform thread",
                    "virtual");
            Set<Thread> helpers = new HashSet<>(subject.callers);
            helpers.removeAll(subject.requestThreads);
            subject.requireSoon(() -> helpers.stream().noneMatch(Thread::isAlive) && Stacks.all().isEmpty()
                    && Thread.getAllStackTraces().size() < before + REQUESTS, () -> "after " + REQUESTS + " requests, "
                    + "one after another, threads of your code had not ended; there are "
                    + (Thread.getAllStackTraces().size() - before) + " more platform threads than before", "left");
        });
    }
}
