package serviceone.calls;

import static testing.Assertions.assertEquals;

import common.io.EventLoop;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Requests;
import testing.Test;

/** Both clients, against a service two whose every word the test says: what they make of a connection of their pool. */
class ClientTest implements AutoCloseable {
    private static final String INFO = "{\"service\":\"two\"}";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n" + INFO;

    /** How a client of either kind is asked. */
    private interface Asking {
        String ask() throws Exception;
    }

    private final ServerSocket serviceTwo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final LinkedBlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();
    private final ServiceTwoAddress address =
            new ServiceTwoAddress((InetSocketAddress) serviceTwo.getLocalSocketAddress(), "two", 20_000,
                    20_000, new Bulkhead(0));
    /** By their names, events of these tests are told from those of others in this JVM. */
    private final EventLoop loop = new EventLoop(Thread.ofPlatform().name(Thread.currentThread().getName() + " loop"))
            .start();
    private final Meter meter = new Meter(Mode.LOOM);
    private final AsyncClient async = new AsyncClient(address, loop);
    private final BlockingClient blocking = new BlockingClient(address, watchdog());

    ClientTest() throws Exception {
        Thread.ofPlatform().daemon().start(this::acceptAll);
    }

    private static EventLoop watchdog() throws IOException {
        return new EventLoop(Thread.ofPlatform().daemon());
    }

    private void acceptAll() {
        try {
            while (true) {
                accepted.add(serviceTwo.accept());
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    @Override
    public void close() throws java.io.IOException {
        loop.close();
        serviceTwo.close();
    }

    /** Each call a task of its own on the loop, which is busy until the test says so. */
    private String askAsync(Runnable meanwhile) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        loop.execute(() -> {
            meanwhile.run();
            new AsyncClient.Calls(async, client()).make(Call.info()).thenAccept(body -> answer.complete(text(body)));
        });
        return answer.get();
    }

    private String askBlocking(Runnable meanwhile) throws Exception {
        meanwhile.run();
        return text(new BlockingClient.Calls(blocking, client()).make(Call.info()));
    }

    private Call.Requester client() {
        ConnectionMeter started = Requests.started(meter);
        return new Call.Requester() {
            @Override
            public boolean hasLeft() {
                return false;
            }

            @Override
            public ConnectionMeter meter() {
                return started;
            }
        };
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Answers the next call on the next connection, and returns that. */
    private CompletableFuture<Socket> answerOne() {
        CompletableFuture<Socket> answered = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Socket socket = accepted.take();
                answer(socket, ANSWER);
                answered.complete(socket);
            } catch (Exception e) {
                answered.completeExceptionally(e);
            }
        });
        return answered;
    }

    private static void answer(Socket socket, String answer) throws Exception {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        send(socket, answer);
    }

    private static void send(Socket socket, String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The loop is busy when it comes: no selector has told of it when the connection is taken from the pool. */
    @Test
    void anUnaskedAnswerIsNobodysAlsoWhileTheLoopIsBusy() throws Exception {
        for (boolean asynchronous : new boolean[] {false, true}) {
            CompletableFuture<Socket> first = answerOne();
            assertEquals(INFO, asynchronous ? askAsync(() -> { }) : askBlocking(() -> { }));
            Socket pooled = first.get();
            answerOne();
            Runnable unasked = () -> send(pooled, ANSWER.replace("two", "WRONG").replace("17", "19"));
            assertEquals(INFO, asynchronous ? askAsync(unasked) : askBlocking(unasked));
        }
    }

    @Test
    void aCallThatWasRepeatedIsReportedAsOneOnANewConnection() throws Exception {
        Path file = Files.createTempFile("test", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("serviceone.Call");
            recording.start();
            for (Asking asking : List.<Asking>of(() -> askBlocking(() -> { }), () -> askAsync(() -> { }))) {
                CompletableFuture<Socket> first = answerOne();
                assertEquals(INFO, asking.ask());
                CompletableFuture<Socket> second = answerOne();
                first.get().close();
                assertEquals(INFO, asking.ask());
                second.get();
            }
            recording.stop();
            recording.dump(file);
            assertEquals(List.of(false, false, false, false), RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("serviceone.Call"))
                    .filter(event -> event.getThread().getJavaName().startsWith(Thread.currentThread().getName()))
                    .map(event -> event.getBoolean("reused")).toList(), "on a pooled connection");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aConnectionThatIsClosedInThePoolIsPassedOver() throws Exception {
        ConnectionPool<BlockingClient.Connection> pool = new ConnectionPool<>(new ArrayDeque<>());
        CompletableFuture<Socket> first = answerOne();
        BlockingClient.Connection good = blocking.connect();
        BlockingClient.Connection closed = blocking.connect();
        good.exchange(Call.info());
        first.get();
        pool.release(good, true);
        pool.release(closed, true);
        closed.close();
        assertEquals(good, pool.take(), "the next one");
        assertEquals(null, pool.take(), "of an empty pool");
    }
}
