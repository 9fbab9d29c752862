package serviceone;

import static testing.Assertions.assertEquals;

import testing.Test;

/** Which versions of the JDK are warned of. */
class PrecautionsTest {
    @Test
    void onlyOlderOnesAreWarnedOf() {
        Object[][] table = {
            {"25", true}, {"25.0.2+10-LTS", true}, {"25.0.3-ea+1", true},
            {"25.0.3", false}, {"25.0.3+9-LTS", false}, {"25.0.4", false}, {"26-ea+12", false},
        };
        for (Object[] row : table) {
            Runtime.Version version = Runtime.Version.parse((String) row[0]);
            assertEquals(row[1], Precautions.jdkWarning(version).isPresent(), (String) row[0]);
        }
        assertEquals("this JDK is 25.0.1+8-LTS; before 25.0.3 a virtual thread can stay parked for ever (JDK-8369227)",
                Precautions.jdkWarning(Runtime.Version.parse("25.0.1+8-LTS")).orElseThrow());
    }
}
