package serviceone;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.routes.Computing;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** What of the service can be replaced: a part that is null is the service's own. */
public record Parts(Drain.Maker drain, Meetings.Blocking blocking, Meetings.Async async, CallGuard guard,
        Computing computing) {
    public static final Parts OWN = new Parts(null, null, null, null, null);
    private static final List<String> NAMES = List.of("FixedPoolDrain", "VirtualThreadDrain", "ParallelMeetings",
            "AuthorizeBulkhead", "DeadlineMeetings", "ComputingRequests", "FutureMeetings", "OwnDrain");

    /** Those of a folder of compiled classes. */
    public static Parts in(Path folder) throws IOException {
        ClassLoader loader = new URLClassLoader("learner", new URL[] {folder.toUri().toURL()},
                Parts.class.getClassLoader());
        Parts parts = OWN;
        for (String name : NAMES) {
            if (Files.exists(folder.resolve(name + ".class"))) {
                parts = parts.with(name, loader);
            }
        }
        if (parts == OWN) {
            throw new IOException("--parts " + folder + ": no class of an exercise is there");
        }
        return parts;
    }

    private Parts with(String name, ClassLoader loader) throws IOException {
        try {
            Class<?> type = loader.loadClass(name);
            if (Drain.class.isAssignableFrom(type)) {
                Constructor<?> constructor = type.getConstructor(SocketQueue.class, Consumer.class, int.class);
                return new Parts((queue, service, threads) -> drain(constructor, queue, service, threads), blocking,
                        async, guard, computing);
            }
            Object part = type.getConstructor().newInstance();
            return new Parts(drain, part instanceof Meetings.Blocking meetings ? meetings : blocking,
                    part instanceof Meetings.Async meetings ? meetings : async,
                    part instanceof CallGuard guarding ? guarding : guard,
                    part instanceof Computing requests ? requests : computing);
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot make " + name, e);
        }
    }

    private static Drain drain(Constructor<?> constructor, SocketQueue queue, Consumer<ClientSocket> service,
            int threads) {
        try {
            return (Drain) constructor.newInstance(queue, service, threads);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make the drain", e);
        }
    }

    Meetings.Blocking blockingMeetings() {
        return blocking == null ? new BlockingMeetings() : blocking;
    }

    Meetings.Async asyncMeetings() {
        return async == null ? new AsyncMeetings() : async;
    }
}
