package serviceone;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.mode.Mode;
import common.mode.ServiceThread;
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
    static void preload(Mode mode) throws IOException {
        ZoneId.systemDefault().getRules();      // lib/tzdb.dat, for the log
        NativeSleep.load();                     // libsyslookup.so
        if (mode.isOnVirtualThreads()) {
            awaitVirtualThread();
        }
    }

    /** The first wait for input on a virtual thread creates the JDK's epoll instances. */
    private static void awaitVirtualThread() throws IOException {
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody.setSoTimeout(1);
            FutureTask<Socket> wait = new FutureTask<>(nobody::accept);
            Thread.ofVirtual().start(wait).join();
            if (wait.state() == Future.State.FAILED && !(wait.exceptionNow() instanceof SocketTimeoutException)) {
                throw new IOException("virtual threads cannot wait for input: " + wait.exceptionNow());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process if it would hang: a supervisor restarts only a process that has ended. */
    static void uncaught(Thread thread, Throwable failure) {
        if (!ServiceThread.isEssential(thread.getName())) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            return;
        }
        try {
            System.err.println("service one: cannot go on without its thread " + thread.getName() + ": " + failure);
        } finally {
            Runtime.getRuntime().halt(ExitCode.FAILED.code());      // exit() would wait for clients
        }
    }
}
