package checks;

import static exercise.harness.Check.require;
import static exercise.harness.MeetingsProbe.*;
import static serviceone.meter.Stage.MEETINGS;

import module java.base;
import exercise.harness.*;

/** There is one event loop. */
public final class ChainChecks implements Check.Source {
    private static final int CLIENTS = 50;
    private static final int REQUESTS = 200;
    /** On a busy machine, a thread that writes a line often loses its core just then. */
    private static final int MOST_LONG_TURNS = REQUESTS / 4;
    /** A turn of a quiet chain takes less than 10 µs, and one that prints a line takes 30. */
    private static final int LONG_TURN_MICROS = 100;
    private static final int LONG_TURN_FACTOR = 20;

    @Override
    public List<Check> checks() {
        return List.of(
                new Check("the four calls are made on the event loop, one after another", this::inOrder),
                new Check(CLIENTS + " clients of one event loop wait at once, and get their own answers",
                        this::manyAtOnce),
                new Check("no request keeps the event loop for long", this::turns),
                new Check("each failure reaches the client unchanged", subject -> requireFailures(subject, 1)),
                nothingKept());
    }

    private void inOrder(Subject subject) throws Exception {
        Asking request = requireInOrder(subject, 1);
        for (Thread each : request.threads) {
            require(each == request.thread, "a call was made, or the future of the response was completed, on "
                    + each, "on-loop");
        }
    }

    /** Beside each request the service's own chain serves one, which shows what a turn takes on this machine now. */
    private void turns(Subject subject) throws Exception {
        List<Asking> yours = new ArrayList<>();
        List<Asking> ours = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            yours.add(subject.request("t" + i).ask());
            requireRight(yours.getLast());
            ours.add(subject.requestBeside("t" + i).ask());
            requireRight(ours.getLast());
        }
        long usual = ours.stream().mapToLong(Asking::longestTurnMicros).sorted().skip(REQUESTS / 2).findFirst()
                .orElseThrow();
        long limit = Math.max(LONG_TURN_MICROS, LONG_TURN_FACTOR * usual);
        long held = countLonger(yours, limit);
        long heldBeside = countLonger(ours, limit);
        require(held - heldBeside <= MOST_LONG_TURNS, "of " + REQUESTS + " requests, " + held + " kept the event loop "
                + "for more than " + limit + " µs at a stretch, and of as many requests that our solution served "
                + "beside them, " + heldBeside, "long-turn");
    }

    private static long countLonger(List<Asking> requests, long micros) {
        return requests.stream().filter(each -> each.longestTurnMicros() > micros).count();
    }

    private void manyAtOnce(Subject subject) throws Exception {
        List<Asking> all = subject.requests(CLIENTS);
        all.forEach(each -> each.hold(List.of(MEETINGS)).ask());
        subject.requireSoon(() -> {
            all.getFirst().requireNoWait();
            return all.stream().allMatch(each -> each.inFlight.contains(MEETINGS));
        }, () -> CLIENTS + " requests came at once, and did not all reach their last call", "blocks");
        all.forEach(each -> each.release(MEETINGS));
        requireOwnAnswers(subject, all);
    }
}
