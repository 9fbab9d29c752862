package exercise.harness;

import static exercise.harness.Check.require;
import static exercise.harness.Check.requireInTime;

import module java.base;
import common.mode.Mode;
import exercise.harness.Client.Answer;
import exercise.harness.StandIn.Ending;

/** What the exercises about {@code /meetings} check alike. */
public final class MeetingsProbe {
    public static final String INFO = "/info";
    public static final String AUTHENTICATE = "/authenticate";
    public static final String AUTHORIZE = "/authorize";
    public static final String MEETINGS = "/meetings";
    public static final List<String> PATHS = List.of(INFO, AUTHENTICATE, AUTHORIZE, MEETINGS);
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

    public static void requireTargets(Subject subject) throws Check.Failed {
        require(Set.copyOf(subject.two.targets()).equals(TARGETS), "the calls were " + subject.two.targets(),
                "response");
    }

    public static void requireCallsOnce(Subject subject, int requests) throws Check.Failed {
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

    /** @param check looks at the subject again and again while a call is awaited */
    public static void requireInOrder(Subject subject, Mode mode, Check.Body check) throws Exception {
        StandIn two = subject.start(mode, 1);
        PATHS.forEach(two::hold);
        Client client = subject.ask(MEETINGS, "t");
        for (String path : PATHS) {
            subject.requireSoon(() -> {
                check.run(subject);
                return two.inFlight(path) == 1 || client.hasAnswer();
            }, () -> "GET /meetings: the call " + path + " was not made", "next");
            subject.settle();
            requireInTime(!client.hasAnswer(), "GET /meetings was answered before " + path + " was", "too-early");
            require(two.targets().size() == PATHS.indexOf(path) + 1, "before " + path + " was answered, these calls "
                    + "came: " + two.targets(), "next");
            two.release(path);
        }
        requireRight(subject, client, "t");
        requireTargets(subject);
    }

    /** In each case, the client learns the failure, the call is not made again, and no later call is made. */
    public static void requireFailures(Subject subject, List<Ending> endings) throws Exception {
        StandIn two = subject.two;
        for (Ending ending : endings) {
            List<String> later = PATHS.subList(PATHS.indexOf(ending.path()) + 1, PATHS.size());
            int before = later.stream().mapToInt(two::calls).sum();
            int own = two.calls(ending.path());
            two.on(ending.path(), ending.reply());
            requireFailure(subject, subject.ask(MEETINGS, "t"), ending, own);
            require(later.stream().mapToInt(two::calls).sum() == before, ending.text() + ", and another call was made",
                    "no-further");
            two.on(ending.path(), StandIn::right);
        }
    }

    /** The calls to this path fail, were made {@code before} times, and must not be made again. */
    public static void requireFailure(Subject subject, Client client, Ending ending, int before) throws Exception {
        Answer answer = subject.answer(client, ending.text());
        require(answer.status() == ending.status(), ending.text() + ", and the client got " + answer + ", not "
                + ending.status(), answer.status() == 200 ? "lost" : "replaced");
        subject.settle();
        int calls = subject.two.calls(ending.path()) - before;
        require(calls <= ending.mostCalls(), ending.text() + ", and it was called " + calls + " times", "once");
    }

    /** Begins a request, and waits until these calls are in flight and held. */
    public static Client askAndHold(Subject subject, List<String> held) throws Exception {
        StandIn two = subject.two;
        two.hold(held.toArray(String[]::new));
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
                require(answer.status() == 503, found + "the client got " + answer + ", not 503", "swallowed");
                held.forEach(two::release);
                subject.requestThreads.clear();
                subject.stop();
            }
        });
    }

    public static Check clientLeft(List<String> held) {
        return new Check("when a client has left, its request ends", subject -> {
            subject.start(Mode.LOOM, 1);
            askAndHold(subject, held).reset();
            Thread.sleep(LEAVE_MILLIS);
            subject.two.release(AUTHENTICATE);
            subject.requireSoon(() -> subject.two.inFlight() == 0, () -> "the client left, so the call after "
                    + "authenticate failed, and " + subject.two.inFlight() + " calls continued", "interrupt");
            subject.settle();
            require(subject.two.calls(AUTHORIZE) + subject.two.calls(MEETINGS) == 0, "the client left, and these calls "
                    + "were made: " + subject.two.targets(), "own-calls");
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
            Optional<Thread> platform = subject.callers.stream().filter(each -> !each.isVirtual()).findFirst();
            require(platform.isEmpty(), "a call was made on a platform thread: " + platform, "virtual");
            Set<Thread> helpers = new HashSet<>(subject.callers);
            helpers.removeAll(subject.requestThreads);
            subject.requireSoon(() -> helpers.stream().noneMatch(Thread::isAlive) && Stacks.all().isEmpty()
                    && Thread.getAllStackTraces().size() < before + REQUESTS, () -> "after " + REQUESTS + " requests, "
                    + "one after another, threads of your code had not ended; there are "
                    + (Thread.getAllStackTraces().size() - before) + " more platform threads than before", "left");
        });
    }
}
