package serviceone;

/**
 * Says what is wrong with a command line of {@link ServiceOne}, and starts nothing: {@code run.sh} asks before it
 * starts service two. A program of its own, on the main thread; exits with the code with which service one would.
 */
final class CheckOptions {
    private CheckOptions() {
    }

    public static void main(String[] arguments) {
        ServiceOne.parseOrExit(arguments);
    }
}
