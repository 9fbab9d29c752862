package serviceone.routes;

import module java.base;
import serviceone.calls.AsyncMeetings;
import serviceone.calls.BlockingMeetings;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/**
 * The replaceable parts of the service.
 *
 * @param drain empty for the mode's own
 */
public record Parts(Optional<Drain.Maker> drain, Meetings.Blocking blocking, Meetings.Async async, CallGuard guard,
        Computing computing) {
    public static final Parts OWN = new Parts(Optional.empty(), new BlockingMeetings(), new AsyncMeetings(),
            CallGuard.NONE, Computing.ON_CALLING_THREAD);
    private static final List<Class<?>> KINDS = List.of(Drain.class, Meetings.Blocking.class, Meetings.Async.class,
            CallGuard.class, Computing.class);

    public static Parts load(Path folder) throws IOException {
        ClassLoader loader = new URLClassLoader("learner", new URL[] {folder.toUri().toURL()},
                Parts.class.getClassLoader());
        Parts parts = OWN;
        Set<Class<?>> replaced = new HashSet<>();
        for (String name : classes(folder)) {
            try {
                parts = parts.withClass(loader.loadClass(name), replaced);
            } catch (InvocationTargetException e) {
                throw new IOException(folder + ": the constructor of " + name + " threw " + e.getCause(), e);
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new IOException(folder + ": cannot create " + name + ": " + e, e);
            }
        }
        if (replaced.isEmpty()) {
            throw new IOException(folder + ": no class in it is a part of the service");
        }
        return parts;
    }

    private static List<String> classes(Path folder) throws IOException {
        String[] files = folder.toFile().list((_, file) -> file.matches("[^$]+\\.class"));
        if (files == null) {
            throw new IOException(folder + ": no such folder");
        }
        return Stream.of(files).sorted().map(file -> file.replace(".class", "")).toList();
    }

    private Parts withClass(Class<?> type, Set<Class<?>> replaced) throws ReflectiveOperationException, IOException {
        List<Class<?>> kinds = Modifier.isAbstract(type.getModifiers()) ? List.of()
                : KINDS.stream().filter(kind -> kind.isAssignableFrom(type)).toList();
        for (Class<?> kind : kinds) {
            if (!replaced.add(kind)) {
                throw new IOException("two classes implement " + kind.getCanonicalName() + "; remove one of them");
            }
        }
        if (kinds.isEmpty()) {
            return this;
        }
        return with(kinds.contains(Drain.class) ? maker(type) : type.getConstructor().newInstance());
    }

    /** Replaces each part whose interface this object implements. */
    public Parts with(Object part) {
        return new Parts(part instanceof Drain.Maker own ? Optional.of(own) : drain,
                part instanceof Meetings.Blocking own ? own : blocking,
                part instanceof Meetings.Async own ? own : async, part instanceof CallGuard own ? own : guard,
                part instanceof Computing own ? own : computing);
    }

    private static Drain.Maker maker(Class<?> drain) throws ReflectiveOperationException {
        Constructor<?> constructor = drain.getConstructor(SocketQueue.class, Consumer.class, int.class);
        return (queue, service, threads) -> {
            try {
                return (Drain) constructor.newInstance(queue, service, threads);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot create the drain", e);
            }
        };
    }
}
