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
        List<String> modes = Stream.of(Mode.values()).map(mode -> "" + mode.json()).toList();
        for (String member : List.of("mark", "colour", "summary", "title", "serving")) {
            Pattern value = Pattern.compile("\"" + member + "\":(\"[^\"]*\"|\\d+)");
            assertEquals((long) modes.size(), modes.stream().flatMap(json -> value.matcher(json).results())
                    .map(each -> each.group(1)).distinct().count(), "each Mode has its own " + member);
        }
    }
}
