package common.mode;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode.Limit;
import testing.Test;
import testing.Words;

class ModeTest {
    @Test
    void aLabelSeparatesWordsByHyphens() {
        assertEquals("pool-of-virtual", Mode.label("POOL_OF_VIRTUAL"));
        for (Mode mode : Mode.values()) {
            assertEquals(Mode.label(mode.name()), mode.label());
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
    void modesLimitsAndThreadsAreExplained() throws Exception {
        Words.assertSame("mode", "modes", Stream.of(Mode.values()).map(mode -> mode.json() + "\n"
                + mode.inWords(1_200) + "\n" + mode.display().life()).collect(Collectors.joining("\n")));
        Words.assertSame("mode", "limits", Stream.of(Limit.values()).map(limit -> limit + ": " + limit.words(2)
                + ", " + limit.words(1) + ", " + limit.words()).collect(Collectors.joining("\n")));
        Words.assertSame("mode", "threads", Stream.of(ServiceThread.values()).map(thread -> thread.prefix() + ": "
                + thread.purpose()).collect(Collectors.joining("\n")));
    }

    @Test
    void aThreadsNumberFollowsAHyphen() {
        assertEquals("pool-1", ServiceThread.POOL.platform().unstarted(() -> { }).getName());
        assertEquals("acceptor", ServiceThread.ACCEPTOR.platform().unstarted(() -> { }).getName());
        assertTrue(ServiceThread.POOL.isNameOf("pool-17") && !ServiceThread.POOL.isNameOf("a pool-17"), "a prefix");
    }
}
