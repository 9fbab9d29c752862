package load.install;

import static testing.Assertions.assertEquals;

import testing.Test;

class JmeterVersionTest {
    private static final Object[][] VERSIONS = {
        {"5.6.3", true, "the one that is fetched"},
        {"5.5", true, "the first with the Open Model Thread Group"},
        {"5.10", true, "ten is more than five"},
        {"6.0.0-SNAPSHOT", true, "the next one, built by hand"},
        {"10.0", true, "ten is more than five"},
        {"5.4.3", false, "without the Open Model Thread Group"},
        {"5", false, "no minor version: nothing known"},
        {"2.13.19691222", false, "Debian's"},
        {"", false, "a jar without a version"},
        {"development", false, "a jar without a version"},
        {"99999999999999999999.1", false, "no version of this world"},
    };

    @Test
    void acceptsFiveDotFiveAndNewer() {
        for (Object[] row : VERSIONS) {
            assertEquals(row[1], JmeterVersion.isNewEnough((String) row[0]), row[0] + ", " + row[2]);
        }
    }
}
