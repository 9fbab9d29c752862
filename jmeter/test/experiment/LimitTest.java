package experiment;

import static testing.Assertions.assertEquals;

import module java.base;
import common.law.LittlesLaw.Flow;
import common.mode.Resource;
import testing.Test;
import testing.Words;

class LimitTest {
    @Test
    void theBoundIsTheLimitAndOtherwiseTheLoadIs() {
        for (Resource each : Resource.values()) {
            assertEquals(each.words(), Limit.of(new Flow(1, 1, 1, Optional.of(each)), Load.closed("/", 1)).words());
        }
        assertEquals(Limit.USERS, Limit.of(Flow.UNKNOWN, Load.closed("/", 1)));
        assertEquals(Limit.ARRIVALS, Limit.of(Flow.UNKNOWN, Load.open("/", 1)));
    }

    @Test
    void limitsHaveWords() throws Exception {
        Words.assertSame("mode", "limits", Stream.of(Limit.values()).map(limit -> limit + ": " + limit.words(2)
                + ", " + limit.words(1) + ", " + limit.words()).collect(Collectors.joining("\n")));
    }
}
