package common.mode;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import testing.Test;

class ModeTest {
    @Test
    void aLabelSeparatesWordsByHyphens() {
        assertEquals("pool-of-virtual", Mode.label("POOL_OF_VIRTUAL"));
        for (Mode mode : Mode.values()) {
            assertEquals(Mode.label(mode.name()), mode.label());
            assertEquals(Optional.of(mode), Mode.of(mode.label()));
        }
    }
}
