package common.mode;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import testing.Test;

class ModeTest {
    @Test
    void aModeIsFoundByItsLabel() {
        for (Mode mode : Mode.values()) {
            assertEquals(Optional.of(mode), Mode.of(mode.label()));
        }
    }
}
