package serviceone;

import common.commandline.ExitCode;
import serviceone.meter.ServiceThread;

/**
 * Ends the process when one of the threads has ended without which no client is answered any more: a service that is
 * gone is started again, one that only looks alive is not. Of other threads, whose failure is their own, it tells what
 * the JVM would. Stateless; run by the JVM on the thread that ends.
 */
final class EssentialThreads implements Thread.UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (!ServiceThread.isEssential(thread.getName())) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            return;
        }
        try {
            System.err.println("service one: cannot go on without its thread " + thread.getName() + ": " + failure);
        } finally {
            Runtime.getRuntime().halt(ExitCode.FAILED.code());      // an exit would wait for its clients
        }
    }
}
