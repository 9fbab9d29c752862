package common.process;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Test;

class DesktopTest {
    @Test
    void onLinuxAProgramWithAWindowNeedsADisplay() throws Exception {
        boolean isLinux = System.getProperty("os.name").equals("Linux");
        boolean isNamed = Stream.of("DISPLAY", "WAYLAND_DISPLAY").map(System.getenv()::get)
                .anyMatch(display -> display != null && !display.isEmpty());
        assertEquals(!isLinux || isNamed, Desktop.hasDisplay());
        if (!Desktop.hasDisplay()) {
            assertThrows(IOException.class, () -> Desktop.open("test", List.of("true")));
        }
    }
}
