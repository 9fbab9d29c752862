import module java.base;
import serviceone.calls.*;
import serviceone.meter.Stage;

public class AuthorizeBulkhead implements CallGuard {
    private static final int MOST = 10;

    private final Semaphore permits = new Semaphore(MOST);

    @Override
    public <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException {
        if (call.stage() != Stage.AUTHORIZE) {
            return serviceTwo.make(call);
        }
        if (!permits.tryAcquire()) {
            throw CallException.refused(call.stage(), MOST + " calls to authorize are already in flight");
        }
        try {
            return serviceTwo.make(call);
        } finally {
            permits.release();
        }
    }
}
