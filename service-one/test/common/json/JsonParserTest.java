package common.json;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import testing.Test;

/** What comes from other programs, and from whoever reaches a port of ours. */
class JsonParserTest {
    @Test
    void depthIsLimited() throws Exception {
        assertEquals(List.of(List.of(List.of())), JsonParser.parse("[[[]]]"));
        String deep = "[".repeat(100_000);
        assertContains("no more than 64 levels",
                assertThrows(IOException.class, () -> JsonParser.parse(deep)).getMessage());
    }

    @Test
    void elementsBesideEachOtherAreNotDepth() throws Exception {
        String wide = "[" + "[1],".repeat(1_000) + "[1]]";
        assertEquals(1_001, ((List<?>) JsonParser.parse(wide)).size());
    }
}
