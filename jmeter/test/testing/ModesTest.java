package testing;

import static testing.Assertions.assertEquals;

import module java.base;
import common.mode.Mode;

class ModesTest {
    @Test
    void eachModeHasItsOwnCommand() throws IOException {
        String commands = Files.readString(Path.of(System.getProperty("repository"), "run.sh"))
                .split("\nmodes='")[1].split("'")[0];
        assertEquals(Stream.of(Mode.values()).map(Mode::label).sorted().toList(),
                Stream.of(commands.split(" ")).sorted().toList(), "modes='…' in run.sh");
    }

    @Test
    void eachModeHasItsOwnLook() {
        assertEquals(Mode.values().length, Stream.of(Mode.values()).map(Mode::number).distinct().toList().size(),
                "the class's pictures tell modes apart by their number of threads");
    }
}
