package common.mode;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;
import testing.Words;

class ModeTest {
    @Test
    void aModeIsFoundByItsLabel() {
        for (Mode mode : Mode.values()) {
            assertEquals(Optional.of(mode), Mode.of(mode.label()));
        }
        assertEquals(Optional.empty(), Mode.of("threads"));
    }

    @Test
    void onlyAPoolsThreadIsAPlatformThreadOfItsRequest() {
        assertEquals(List.of(Mode.POOL), Stream.of(Mode.values()).filter(Mode::isBoundedByThreads).toList());
        assertEquals(List.of(Mode.LOOM), Stream.of(Mode.values()).filter(Mode::isOnVirtualThreads).toList());
        assertEquals(List.of(Mode.POOL, Mode.LOOM),
                Stream.of(Mode.values()).filter(Mode::hasThreadPerConnection).toList());
        assertEquals(List.of(Mode.POOL), Stream.of(Mode.values()).filter(Mode::keepsPlatformThread).toList());
    }

    @Test
    void modesResourcesAndThreadsAreExplained() throws Exception {
        Words.assertSame("mode", "modes", Stream.of(Mode.values()).map(mode -> mode.label() + ": "
                + mode.inWords(1_200) + ", " + mode.threads() + ", " + mode.serving().plural())
                .collect(Collectors.joining("\n")));
        Words.assertSame("mode", "resources", Stream.of(Resource.values()).map(Resource::words)
                .collect(Collectors.joining("\n")));
        Words.assertSame("mode", "threads", Stream.of(ServiceThread.values()).map(thread -> thread.prefix() + ": "
                + thread.purpose()).collect(Collectors.joining("\n")));
    }

    @Test
    void aThreadsNumberFollowsAHyphen() {
        assertEquals("pool-1", ServiceThread.POOL_THREAD.platform().unstarted(() -> { }).getName());
        assertEquals("acceptor", ServiceThread.ACCEPTOR.platform().unstarted(() -> { }).getName());
        assertTrue(ServiceThread.POOL_THREAD.isNameOf("pool-17"), "a prefix");
        assertTrue(!ServiceThread.POOL_THREAD.isNameOf("a pool-17"), "no prefix");
    }
}
