package serviceone.exercise;

import static serviceone.exercise.Check.require;
import static serviceone.exercise.MeetingsChecks.AUTHENTICATE;
import static serviceone.exercise.MeetingsChecks.AUTHORIZE;
import static serviceone.exercise.MeetingsChecks.INFO;
import static serviceone.exercise.MeetingsChecks.MEETINGS;

import module java.base;
import common.mode.Mode;
import serviceone.exercise.StandIn.Reply;

/** Exercise 4: a bulkhead that limits calls to authorize. */
final class GuardChecks {
    static final int PERMITS = 10;
    private static final int CROWD = 3 * PERMITS;
    private static final int THREADS = 3 * CROWD;
    private static final int LATE_MILLIS = 200;
    private static final String WHILE_TEN = "while ten calls to authorize were in flight, ";

    static final String WAITS = "a call that finds no permit must be refused at once. acquire() waits for a permit, "
            + "but tryAcquire() without a time limit returns at once";
    static final String LOST = "a permit has been lost. In your code, lines after the call do not run when the call "
            + "throws. Put the call into a try, and release the permit in its finally";
    private static final String NOT_RELEASED = "a permit is still taken: release it as soon as its call has ended";
    static final String NO_LIMIT = "nothing limits the calls of all requests together. Make one Semaphore(10), as a "
            + "field. A semaphore that make() creates always has ten free permits. Take a permit before the call, "
            + "and keep it until the call has ended. Refuse the call if tryAcquire() returns false";
    static final String NEVER_HAD = "a refused call has released a permit that it never had, so there is one more "
            + "permit each time. If tryAcquire() is inside a try, its finally also runs after a refusal. Take the "
            + "permit before the try";
    private static final String REFUSE = "if no permit is free, throw CallException.refused(call.stage(), why), and "
            + "make no call";
    static final String TEN = "while all ten permits are free, ten calls must get through. How many permits do you "
            + "have, and do other stages take some of them?";
    private static final String OTHER_STAGES = "only authorize needs a permit: make calls of other stages "
            + "immediately, however many there are";
    private static final String LOCKED = "calls wait for one another: hold no lock while serviceTwo.make(call) runs";
    static final String UNCHANGED = "the caller must get exactly what serviceTwo.make(call) returns or throws. "
            + "Return its result, and do not catch its exceptions";

    private record Ending(String what, Reply reply, int status) {
    }

    private static final Ending RIGHT = new Ending("200", null, 200);
    private static final List<Ending> ENDINGS = List.of(
            new Ending("401", Reply.of(401, "{}"), 502),
            new Ending("an empty list of authorities", Reply.of(200, "{\"authorities\":[]}"), 403),
            new Ending("404", Reply.of(404, "{}"), 502),
            new Ending("500", Reply.of(500, "{}"), 502),
            new Ending("bytes that are not HTTP", Reply.GARBAGE, 502),
            new Ending("another user's data",
                    Reply.of(200, "{\"userId\":\"another\",\"authorities\":[\"get-meetings\"]}"), 502),
            new Ending("a reset", Reply.RESET, 502));

    private GuardChecks() {
    }

    static List<Check> bulkhead() {
        return List.of(
                new Check("the eleventh call to authorize is refused at once", GuardChecks::eleventh),
                new Check("calls of other stages are not limited", GuardChecks::otherStages),
                new Check("a call releases its permit, however it ends", GuardChecks::endings),
                new Check("of two calls at the same moment, one gets the last permit", LastPermitCheck::run));
    }

    private static void eleventh(Subject subject) throws Exception {
        start(subject);
        List<Subject.Client> first = fill(subject, "", TEN);
        Set<Thread> before = waiting(subject);
        Subject.Client eleventh = subject.client().ask(MEETINGS, "eleventh");
        subject.requireSoon(() -> {
            for (Thread thread : subject.threads()) {
                String line = before.contains(thread) ? null : LearnersLines.waiting(thread.getStackTrace());
                require(line == null, WHILE_TEN + "the eleventh waited at " + line, WAITS);
            }
            return eleventh.hasAnswer() || authorizing(subject) > PERMITS;
        }, () -> WHILE_TEN + "an eleventh request got no answer" + Subject.stacks(), WAITS);
        require(authorizing(subject) == PERMITS, WHILE_TEN + "an eleventh one was made", NO_LIMIT);
        requireRefused(eleventh);
        List<Subject.Client> crowd = subject.ask(CROWD, MEETINGS);
        subject.requireSoon(() -> Subject.answered(crowd) == CROWD || authorizing(subject) > PERMITS, () -> WHILE_TEN
                + CROWD + " more requests came, and some of them got no answer" + Subject.stacks(), WAITS);
        require(authorizing(subject) == PERMITS, WHILE_TEN + "one more was refused, but then another one was made",
                NEVER_HAD);
        for (Subject.Client each : crowd) {
            requireRefused(each);
        }
        release(subject, first, RIGHT);
    }

    private static void otherStages(Subject subject) throws Exception {
        start(subject);
        StandIn two = subject.two();
        fill(subject, "", TEN);
        requireAllMade(subject, INFO, "/rpc");
        requireAllMade(subject, AUTHENTICATE, "/capabilities");
        two.hold(MEETINGS);
        for (int made = PERMITS; made <= CROWD; made += PERMITS) {
            if (made > PERMITS) {
                fill(subject, "while " + two.inFlight(MEETINGS) + " calls to meetings were in flight, ", NOT_RELEASED);
            }
            two.release(AUTHORIZE);
            int all = made;
            subject.requireSoon(() -> two.inFlight(MEETINGS) >= all, () -> "of " + all + " calls to meetings at once, "
                    + two.inFlight(MEETINGS) + " were made" + Subject.stacks(), OTHER_STAGES);
        }
    }

    private static void requireAllMade(Subject subject, String stage, String path) throws Exception {
        StandIn two = subject.two();
        two.hold(stage);
        List<Subject.Client> clients = subject.ask(CROWD, path);
        subject.await(() -> two.inFlight(stage) + Subject.answered(clients) == CROWD);
        boolean all = two.inFlight(stage) == CROWD;
        require(all, WHILE_TEN + CROWD + " clients asked GET " + path
                + ", and " + two.inFlight(stage) + " calls to " + stage + " were made"
                + (all ? "" : describe(answers(clients))), OTHER_STAGES);
        two.release(stage);
        subject.requireSoon(() -> Subject.answered(clients) + authorizing(subject) >= CROWD + PERMITS,
                () -> "the calls to " + stage + " were answered, but some requests got no answer"
                + Subject.stacks(), WAITS);
    }

    private static void endings(Subject subject) throws Exception {
        start(subject);
        String before = "";
        for (Ending ending : ENDINGS) {
            subject.two().on(AUTHORIZE, _ -> ending.reply);
            release(subject, before.isEmpty() ? fill(subject, "", TEN) : fillAgain(subject, before), ending);
            before = ending.what;
        }
        subject.two().on(AUTHORIZE, StandIn::right);
        release(subject, fillAgain(subject, before), RIGHT);
        refused(subject);
        release(subject, fillAgain(subject, "a refused connection"), RIGHT);
        late(subject);
        List<Subject.Client> clients = fillAgain(subject, "no answer in time");
        subject.stop();
        requireAnswers(subject, clients, new Ending("an interrupt, because the service stopped", null, 503));
        start(subject);
        release(subject, fillAgain(subject, "an interrupt of the calling thread"), RIGHT);
    }

    private static void refused(Subject subject) throws Exception {
        StandIn two = subject.two();
        two.on(AUTHENTICATE, target -> StandIn.right(target).thenRefuseConnections());
        two.hold(AUTHENTICATE);
        List<Subject.Client> clients = subject.ask(PERMITS, MEETINGS);
        subject.requireSoon(() -> two.inFlight(AUTHENTICATE) == PERMITS, () -> "of " + PERMITS
                + " calls to authenticate at once, " + two.inFlight(AUTHENTICATE) + " were made" + Subject.stacks(),
                OTHER_STAGES);
        two.release(AUTHENTICATE);
        requireAnswers(subject, clients, new Ending("a refused connection", null, 502));
        two.on(AUTHENTICATE, StandIn::right);
        two.listen();
    }

    private static void late(Subject subject) throws Exception {
        subject.stop();
        subject.start(Mode.POOL, THREADS, LATE_MILLIS);
        subject.two().on(AUTHORIZE, Reply.HANG);
        requireAnswers(subject, subject.ask(PERMITS, MEETINGS), new Ending("no answer in time", null, 504));
        subject.two().on(AUTHORIZE, StandIn::right);
        subject.stop();
        start(subject);
    }

    private static void start(Subject subject) throws Exception {
        subject.start(Mode.POOL, THREADS);
    }

    private static List<Subject.Client> fillAgain(Subject subject, String after) throws Exception {
        return fill(subject, "after " + PERMITS + " calls to authorize that had ended with " + after + ", ", LOST);
    }

    /** Begins as many calls as there are permits, and holds them. */
    private static List<Subject.Client> fill(Subject subject, String after, String hintIfRefused) throws Exception {
        subject.await(() -> authorizing(subject) == 0);      // service two notices late that callers have gone
        subject.two().hold(AUTHORIZE);
        List<Subject.Client> clients = subject.ask(PERMITS, MEETINGS);
        subject.await(() -> authorizing(subject) + Subject.answered(clients) == PERMITS);
        int made = authorizing(subject);
        if (made != PERMITS) {
            List<Subject.Answer> answers = answers(clients);
            boolean refused = answers.stream().allMatch(each -> each.status() == 503);
            throw new Check.Failed(after + PERMITS + " requests came at once, and " + made + " calls to authorize were "
                    + "made" + describe(answers), answers.isEmpty() ? LOCKED : refused ? hintIfRefused : UNCHANGED);
        }
        return clients;
    }

    private static void release(Subject subject, List<Subject.Client> clients, Ending ending) throws Exception {
        subject.two().release(AUTHORIZE);
        requireAnswers(subject, clients, ending);
    }

    private static void requireAnswers(Subject subject, List<Subject.Client> clients, Ending ending) throws Exception {
        for (int i = 0; i < clients.size(); i++) {
            Subject.Client client = clients.get(i);
            String found = "calls to authorize ended with " + ending.what + ", and a client got ";
            subject.requireSoon(client::hasAnswer, () -> found + "no answer" + Subject.stacks(), UNCHANGED);
            Subject.Answer answer = client.answer();
            require(answer.status() == ending.status, found + answer.status() + ' ' + answer.body() + ", not "
                    + ending.status, UNCHANGED);
            require(answer.status() != 200 || answer.body().contains("\"user-of-t" + i + '"'),
                    found + answer.body() + " for the token t" + i, UNCHANGED);
            client.close();
        }
    }

    private static void requireRefused(Subject.Client client) throws Exception {
        Subject.Answer answer = client.answer();
        require(answer.status() == 503, WHILE_TEN + "a request was answered "
                + answer.status() + ' ' + answer.body() + ", not 503", REFUSE);
    }

    private static int authorizing(Subject subject) {
        return subject.two().inFlight(AUTHORIZE);
    }

    private static List<Subject.Answer> answers(List<Subject.Client> clients) throws IOException {
        List<Subject.Answer> answers = new ArrayList<>();
        for (Subject.Client each : clients) {
            if (each.hasAnswer()) {
                answers.add(each.answer());
            }
        }
        return answers;
    }

    private static String describe(List<Subject.Answer> answers) {
        return answers.isEmpty() ? Subject.stacks() : "; " + answers.size() + " requests were answered, one with "
                + answers.getFirst().status() + ' ' + answers.getFirst().body();
    }

    private static Set<Thread> waiting(Subject subject) {
        return subject.threads().stream().filter(each -> LearnersLines.waiting(each.getStackTrace()) != null)
                .collect(Collectors.toSet());
    }
}
