package serviceone;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.routes.Computing;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** The replaceable parts of the service. Null means the service's own part. */
public record Parts(Drain.Maker drain, Meetings.Blocking blocking, Meetings.Async async, CallGuard guard,
        Computing computing) {
    public static final Parts OWN = new Parts(null, null, null, null, null);
    private static final String CLASS = ".class";

    public static Parts load(Path folder) throws IOException {
        ClassLoader loader = new URLClassLoader("learner", new URL[] {folder.toUri().toURL()},
                Parts.class.getClassLoader());
        Parts parts = OWN;
        for (String name : classes(folder)) {
            try {
                parts = parts.replacedBy(loader.loadClass(name));
            } catch (InvocationTargetException e) {
                throw new IOException(folder + ": the constructor of " + name + " threw " + e.getCause(), e);
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new IOException(folder + ": cannot create " + name + ": " + e, e);
            }
        }
        if (parts.equals(OWN)) {
            throw new IOException(folder + ": no class in it is a part of the service");
        }
        return parts;
    }

    private static List<String> classes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": no such folder");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(CLASS) && file.indexOf('$') < 0)
                    .map(file -> file.substring(0, file.length() - CLASS.length())).sorted().toList();
        }
    }

    private Parts replacedBy(Class<?> type) throws ReflectiveOperationException, IOException {
        if (Modifier.isAbstract(type.getModifiers())) {
            return this;
        }
        if (Drain.class.isAssignableFrom(type)) {
            Constructor<?> constructor = type.getConstructor(SocketQueue.class, Consumer.class, int.class);
            return new Parts(single(drain, (queue, service, threads) -> drain(constructor, queue, service, threads),
                    Drain.class), blocking, async, guard, computing);
        }
        boolean isPart = Stream.of(Meetings.Blocking.class, Meetings.Async.class, CallGuard.class, Computing.class)
                .anyMatch(each -> each.isAssignableFrom(type));
        if (!isPart) {
            return this;
        }
        Object part = type.getConstructor().newInstance();
        return new Parts(drain,
                part instanceof Meetings.Blocking calls ? single(blocking, calls, Meetings.Blocking.class) : blocking,
                part instanceof Meetings.Async meetings ? single(async, meetings, Meetings.Async.class) : async,
                part instanceof CallGuard guarding ? single(guard, guarding, CallGuard.class) : guard,
                part instanceof Computing requests ? single(computing, requests, Computing.class) : computing);
    }

    private static <T> T single(T present, T added, Class<?> kind) throws IOException {
        if (present != null) {
            throw new IOException("two classes implement " + kind.getCanonicalName() + "; remove one of them");
        }
        return added;
    }

    private static Drain drain(Constructor<?> constructor, SocketQueue queue, Consumer<ClientSocket> service,
            int threads) {
        try {
            return (Drain) constructor.newInstance(queue, service, threads);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create the drain", e);
        }
    }

    Meetings.Blocking blockingMeetings() {
        return blocking == null ? new BlockingMeetings() : blocking;
    }

    Meetings.Async asyncMeetings() {
        return async == null ? new AsyncMeetings() : async;
    }
}
