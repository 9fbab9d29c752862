package serviceone.exercise;

import common.http.Response;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinWorkerThread;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;

/** The learner's class, and the threads on which it makes its calls. */
final class ObservedMeetings implements Meetings.Blocking {
    private final Meetings.Blocking learners;
    /** Those that have made calls, but for the threads that serve requests. */
    private final Set<Thread> helpers = ConcurrentHashMap.newKeySet();
    /** Of the request that came last. */
    private volatile Thread servant;

    ObservedMeetings(Meetings.Blocking learners) {
        this.learners = learners;
    }

    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        Thread own = Thread.currentThread();
        servant = own;
        Response response = learners.answer(new BlockingCalls() {
            @Override
            public <T> T make(Call<T> call) throws CallException {
                if (Thread.currentThread() != own) {
                    helpers.add(Thread.currentThread());
                }
                return serviceTwo.make(call);
            }
        }, token);
        return response == null ? Response.error(500, "answer() returned null") : response;
    }

    /** As is done when the service is stopped. */
    void interrupt() {
        servant.interrupt();
    }

    boolean usesCommonPool() {
        return helpers.stream().anyMatch(ForkJoinWorkerThread.class::isInstance);
    }

    /** The learner's threads that have made calls and live. */
    List<Thread> left(boolean virtual) {
        return helpers.stream().filter(each -> each.isAlive() && each.isVirtual() == virtual).toList();
    }
}
