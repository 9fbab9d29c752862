package common.json;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Test;

class NumberingTest {
    @Test
    void differentValuesAreNumberedAsTheyAppear() {
        Numbering<String> numbering = new Numbering<>();
        assertEquals(List.of(0L, 1L, 0L, 2L, 1L), Stream.of("b", "a", "b", "c", "a").map(numbering::of).toList());
        assertEquals(List.of("b", "a", "c"), numbering.values());
    }
}
