package exercise.harness;

import static exercise.harness.Check.require;

import module java.base;
import serviceone.calls.CallException;
import serviceone.meter.Stage;

/** What the exercises about {@code /meetings} check alike. */
public final class MeetingsProbe {
    public static final int CROWD = 100;
    private static final List<Stage> STAGES = List.of(Stage.values());
    /** Authenticate first: then a learner who forgets to cancel sees what is held up. */
    private static final List<Stage> FAILING = List.of(Stage.AUTHENTICATE, Stage.INFO, Stage.AUTHORIZE, Stage.MEETINGS);
    private static final int REQUESTS = 30;
    private static final String NO_ANSWER = "the client got no answer";

    private MeetingsProbe() {
    }

    /** Each call was made once, for this request alone. */
    public static void requireRight(Asking request) throws Exception {
        String user = request.user;
        String got = request.text("all four calls were answered");
        require(got.equals(Asking.meetings(user)), "the client with the token " + request.token + ", whose user is "
                + user + ", was answered " + got, got.contains("user-of-") ? "own-state" : "response");
        List<String> wanted = Stream.of("/info", "/authenticate?token=" + request.token, "/authorize?id=" + user,
                "/meetings?id=" + user).sorted().toList();
        String found = "the calls of the request with the token " + request.token + " were " + request.targets;
        require(request.targets.size() == wanted.size(), found, "once");
        require(request.targets.stream().sorted().toList().equals(wanted), found, "response");
    }

    /** Three with each token, which belongs to another user at last. */
    public static void requireOwnAnswers(Subject subject, List<Asking> requests) throws Exception {
        for (Asking each : requests) {
            requireRight(each);
            requireRight(subject.request(each.token).ask());
            requireRight(subject.request(each.token).as("new-" + each.user).ask());
        }
    }

    /** @param sides 1 if each call waits for the one before, 2 if info and the chain of the others run in parallel */
    public static Asking requireInOrder(Subject subject, int sides) throws Exception {
        Asking request = subject.request("t").hold(STAGES).ask();
        List<Stage> released = new ArrayList<>(STAGES);
        Collections.rotate(released, 1 - sides);      // info last, if nothing waits for it
        for (Stage each : released) {
            int begun = Math.min(STAGES.size(), released.indexOf(each) + sides);
            Supplier<String> found = () -> "before " + each.label() + " was answered, these calls came: "
                    + request.targets;
            subject.requireSoon(() -> {
                request.requireNoWait();
                return request.targets.size() >= begun && request.inFlight.contains(each) || request.isDone();
            }, found, "next");
            if (released.indexOf(each) == STAGES.size() - 1) {
                subject.await(() -> request.inFlight.size() == 1);
            }
            subject.settle();
            requireNoAnswer(request, each);
            require(request.targets.size() == begun, found.get(), "next");
            request.release(each);
        }
        subject.await(() -> {
            request.requireNoWait();
            return request.isDone();
        });
        requireRight(request);
        return request;
    }

    /** A request with a deadline may be late before its calls are released, if the machine is busy. */
    private static void requireNoAnswer(Asking request, Stage before) throws Exception {
        String found = "GET /meetings was answered before " + before.label() + " was";
        boolean isLate = request.isDone() && request.result(found) instanceof CallException failure
                && failure.kind() == CallException.Kind.LATE;
        Check.requireInTime(!isLate, found, "too-early");
        require(!request.isDone(), found, "too-early");
    }

    /**
     * Whatever fails, the client learns it, no call is repeated, and no later call is made.
     *
     * @param sides as for {@link #requireInOrder}; the other side ends, too
     */
    public static void requireFailures(Subject subject, int sides) throws Exception {
        for (Stage each : FAILING) {
            requireFailure(subject, each, CallException.refused(each, "refused by service two"), sides);
            requireFailure(subject, each, CallException.late(each, "no answer"), sides);
        }
    }

    private static void requireFailure(Subject subject, Stage failing, CallException failure, int sides)
            throws Exception {
        Stage other = failing == Stage.INFO ? Stage.AUTHENTICATE : Stage.INFO;
        Asking request = askAndHold(subject, List.of(failing, other).subList(0, sides));
        String found = "the call " + failing.label() + " failed, and ";
        request.fail(failing, failure);
        if (sides == 1) {
            subject.requireSoon(request::isDone, () -> found + NO_ANSWER, "no-answer");
        } else {
            subject.requireSoon(request::isDone, () -> found + NO_ANSWER + " as long as " + other.label()
                    + " had none", other == Stage.INFO ? "held-up" : "info-last");
        }
        requireUnchanged(request, failure, found);
        subject.requireSoon(() -> sides == 1 || request.abandoned.contains(other),
                () -> found + "the call " + other.label() + " continued", "cancel");
        subject.settle();
        require(Set.copyOf(request.targets).size() == request.targets.size(), found + "was made again", "once");
        requireNoneAfter(request, STAGES.get(Math.max(sides - 1, failing.ordinal())), found);
    }

    private static void requireUnchanged(Asking request, CallException failure, String after) throws Exception {
        String got = request.text(after);
        String found = after + "answer() ended with " + got + " instead of " + failure;
        require(!got.startsWith("{"), found, "lost");
        require(!request.wasStopped, found, "own-interrupt");
        require(request.result(after) == failure, found, "replaced");
    }

    private static void requireNoneAfter(Asking request, Stage last, String found) throws Exception {
        for (Stage each : STAGES.subList(last.ordinal() + 1, STAGES.size())) {
            require(request.targets.stream().noneMatch(target -> target.startsWith("/" + each.label())),
                    found + "another call was made", "no-further");
        }
    }

    /** Begins a request, and waits until these calls are in flight and held. */
    public static Asking askAndHold(Subject subject, List<Stage> held) throws Exception {
        Asking request = subject.request("t").hold(held).ask();
        subject.requireSoon(() -> held.stream().allMatch(request.inFlight::contains), () -> "these calls "
                + "had come: " + request.targets + ", and these were not in flight: " + held, "next");
        return request;
    }

    /** @param sides calls that are in flight together */
    public static Check interrupted(String name, List<List<Stage>> sides) {
        return new Check(name, subject -> {
            for (List<Stage> held : sides) {
                Asking request = askAndHold(subject, held);
                if (held.equals(List.of(Stage.INFO))) {      // then the other calls must have ended
                    subject.await(() -> request.targets.size() == STAGES.size() && request.inFlight.size() == 1);
                    subject.settle();
                }
                request.thread.interrupt();
                String found = "the thread of a request was interrupted, as when the service stops, while these calls "
                        + "were in flight: " + held + "; ";
                subject.requireSoon(() -> request.inFlight.isEmpty(), () -> found + "this continued: "
                        + request.inFlight, "interrupt");
                String got = request.text(found);
                require(request.wasStopped, found + "answer() ended with " + got, "stopped");
                subject.settle();
                requireNoneAfter(request, held.equals(List.of(Stage.INFO)) ? Stage.MEETINGS : held.getLast(), found);
            }
        });
    }

    public static Check nothingKept() {
        return new Check("nothing of a request is kept when it has ended", subject ->
                subject.requireNothingKept(() -> {
                    List<Asking> all = subject.requests(CROWD);
                    all.forEach(Asking::ask);
                    for (Asking each : all) {
                        requireRight(each);
                    }
                    return CROWD;
                }));
    }

    public static Check noThreadLeft() {
        return new Check("calls are made on virtual threads, which end with their request", subject -> {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            Set<Thread> helpers = new HashSet<>();
            for (int i = 0; i < REQUESTS; i++) {
                Asking request = subject.request("t" + i).ask();
                requireRight(request);
                helpers.addAll(request.threads);
            }
            require(helpers.stream().allMatch(Thread::isVirtual), "a call was made on a platform thread", "virtual");
            Supplier<List<Thread>> more = () -> Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> !before.contains(each)).toList();
            Supplier<String> kind = () -> more.get().isEmpty() ? "virtual" : more.get().size() + " platform";
            subject.requireSoon(() -> helpers.stream().noneMatch(Thread::isAlive)
                    && Stacks.all().size() < REQUESTS && more.get().size() < REQUESTS
                    && more.get().stream().allMatch(Thread::isDaemon),
                    () -> "after " + REQUESTS + " requests, one after another, " + kind.get()
                    + " threads of your code had not ended", "left");
        });
    }
}
