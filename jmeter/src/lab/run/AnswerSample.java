package lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.HttpText;

/**
 * One answer of a contender's, asked for while JMeter starts, so that it takes no time of its own. Owns a virtual
 * thread that ends with the answer or its time limit; what it has read is handed over by its task.
 */
public final class AnswerSample implements Supplier<Sample> {
    private static final System.Logger LOG = System.getLogger(AnswerSample.class.getName());
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MOST_CHARACTERS = 500;

    private final FutureTask<Sample> task;

    private AnswerSample(FutureTask<Sample> task) {
        this.task = task;
    }

    /** @param address the contender's HOST:PORT */
    public static AnswerSample ask(String address, String path, String token) {
        FutureTask<Sample> task = new FutureTask<>(() -> get(address, path, token));
        Thread.ofVirtual().name("answer-sample").start(task);
        return new AnswerSample(task);
    }

    private static Sample get(String address, String path, String token) throws IOException {
        String body = HttpText.get(URI.create("http://" + address + path), TIMEOUT_MILLIS,
                Map.of("Authorization", token));
        return new Sample(body.getBytes(StandardCharsets.UTF_8).length,
                body.substring(0, Math.min(body.length(), MOST_CHARACTERS)));
    }

    /** Whether it was answered, or will not be. */
    boolean isDone() {
        return task.isDone();
    }

    /** Null where there is no answer yet, or was none, or an error. */
    @Override
    public Sample get() {
        if (!isDone()) {
            return null;
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "no answer before the load: {0}", e.getCause().toString());
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // it is done, so nothing was waited for
            return null;
        }
    }
}
