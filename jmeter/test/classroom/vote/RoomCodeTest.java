package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.Stream;
import testing.Test;

class RoomCodeTest {
    private static final RoomCode CODE = new RoomCode("K7XR");

    @Test
    void isFourSignsThatDoNotLookAlike() {
        Random random = new Random(14);
        Stream.generate(() -> RoomCode.random(random).text()).limit(1_000).forEach(code ->
                assertTrue(code.matches("[" + RoomCode.SIGNS + "]{4}") && !code.matches(".*[O0I1S5B8Z2G].*"), code));
    }

    @Test
    void isTakenAsPeopleEnterIt() {
        Stream.of("K7XR", "k7xr", " K7 XR ", "k7-xr").forEach(entered -> assertEquals(true, CODE.matches(entered)));
        Stream.of("", "K7X", "K7XRR", "XR7K", "K7XR\0").forEach(entered -> assertEquals(false, CODE.matches(entered)));
    }
}
