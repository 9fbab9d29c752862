package serviceone.routes;

import common.http.Response;
import java.util.concurrent.CompletionException;

/** A stack trace as text, with the frames of the request's handler marked. */
public final class StackText {
    /** Before a frame of the handler; other frames have as many blanks. */
    public static final String MARK = "--> ";

    private StackText() {
    }

    /** The answer of {@code /trace}: what the log of this mode would show for that failure. */
    public static Response response(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
        Throwable cause = wrapped ? failure.getCause() : failure;
        StringBuilder text = new StringBuilder("on ").append(Thread.currentThread()).append('\n');
        text.append(cause.getClass().getSimpleName()).append(": ").append(cause.getMessage()).append('\n');
        for (StackTraceElement frame : cause.getStackTrace()) {
            text.append(isHandler(frame) ? MARK : "    ").append("at ").append(frame).append('\n');
        }
        return Response.text(200, text.toString());
    }

    private static boolean isHandler(StackTraceElement frame) {
        return frame.getClassName().startsWith(BlockingTrace.class.getName())
                || frame.getClassName().startsWith(AsyncTrace.class.getName());
    }
}
