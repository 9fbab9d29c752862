package serviceone;

import module java.base;
import common.mode.Mode;
import common.process.JdkBug;
import serviceone.routes.NativeSleep;

final class Precautions {
    private Precautions() {
    }

    static Optional<String> jdkWarning(Runtime.Version version) {
        return JdkBug.fixedIn(version).map(fixed -> "this JDK is " + version + "; before " + fixed
                + " a virtual thread can stay parked forever (JDK-8369227)");
    }

    /**
     * Makes the JDK open its files while descriptors are free. If a class's initializer cannot open its file, the class
     * stays unusable (JLS 12.4.2).
     */
    static void preload(Mode mode) throws IOException, InterruptedException {
        ZoneId.systemDefault().getRules();      // lib/tzdb.dat, for the log
        NativeSleep.load();                     // libsyslookup.so
        if (mode.isOnVirtualThreads()) {
            awaitVirtualThread();
        }
    }

    /** The first wait for input on a virtual thread creates the JDK's epoll instances. */
    private static void awaitVirtualThread() throws IOException, InterruptedException {
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody.setSoTimeout(1);
            FutureTask<Socket> wait = new FutureTask<>(nobody::accept);
            Thread.ofVirtual().start(wait).join();
            if (wait.state() == Future.State.FAILED && !(wait.exceptionNow() instanceof SocketTimeoutException)) {
                throw new IOException("virtual threads cannot wait for input: " + wait.exceptionNow());
            }
        }
    }
}
