package serviceone.calls;

/** Wraps every blocking call to service two. */
public interface CallGuard {
    CallGuard NONE = new CallGuard() {
        @Override
        public <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException {
            return serviceTwo.make(call);
        }

        @Override
        public BlockingCalls guarded(BlockingCalls serviceTwo) {
            return serviceTwo;
        }
    };

    <T> T make(Call<T> call, BlockingCalls serviceTwo) throws CallException;

    default BlockingCalls guarded(BlockingCalls serviceTwo) {
        return new BlockingCalls() {
            @Override
            public <T> T make(Call<T> call) throws CallException {
                return CallGuard.this.make(call, serviceTwo);
            }
        };
    }
}
