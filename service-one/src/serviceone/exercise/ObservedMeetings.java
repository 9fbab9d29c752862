package serviceone.exercise;

import module java.base;
import common.http.Response;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;

/** Records which threads make calls. */
final class ObservedMeetings implements Meetings.Blocking {
    private final Meetings.Blocking delegate;
    private final Set<Thread> helperThreads = ConcurrentHashMap.newKeySet();
    private volatile Thread requestThread;

    ObservedMeetings(Meetings.Blocking delegate) {
        this.delegate = delegate;
    }

    @Override
    public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
        Thread own = Thread.currentThread();
        requestThread = own;
        Response response = delegate.answer(new BlockingCalls() {
            @Override
            public <T> T make(Call<T> call) throws CallException {
                if (Thread.currentThread() != own) {
                    helperThreads.add(Thread.currentThread());
                }
                return serviceTwo.make(call);
            }
        }, token);
        return response == null ? Response.error(500, "answer() returned null") : response;
    }

    void interrupt() {
        requestThread.interrupt();
    }

    boolean usesCommonPool() {
        return helperThreads.stream().anyMatch(ForkJoinWorkerThread.class::isInstance);
    }

    List<Thread> remaining(boolean virtual) {
        return helperThreads.stream().filter(each -> each.isAlive() && each.isVirtual() == virtual).toList();
    }
}
