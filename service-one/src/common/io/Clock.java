package common.io;

/** What an {@link EventLoop} goes by. Tests set it. */
public interface Clock {
    Clock SYSTEM = System::nanoTime;

    long nanoTime();

    /** @param wakeUp must run after the clock was set, or a loop would sleep past its next deadline */
    default void onSet(Runnable wakeUp) {
    }
}
