package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.Stream;
import testing.Test;

class VotersTest {
    @Test
    void theCodeIsFourSignsThatDoNotLookAlike() {
        Random random = new Random(14);
        Stream.generate(() -> new Voters(random).code()).limit(1_000).forEach(code ->
                assertTrue(code.matches("[" + Voters.SIGNS + "]{4}") && !code.matches(".*[O0I1S5B8Z2G].*"), code));
    }

    @Test
    void theCodeIsTakenAsPeopleEnterIt() {
        Voters voters = new Voters();
        String code = voters.code();
        String spaced = " " + code.substring(0, 2) + " " + code.substring(2) + " ";
        Stream.of(code, code.toLowerCase(), spaced, spaced.strip().replace(' ', '-')).forEach(entered ->
                assertEquals(true, voters.isCode(entered)));
        Stream.of("", code.substring(1), code + "R", "A" + code.substring(1), code + "\0").forEach(entered ->
                assertEquals(false, voters.isCode(entered)));
    }
}
