package serviceone.routes;

import static testing.Assertions.assertEquals;

import module java.base;
import common.mode.Mode;
import serviceone.Parts;
import serviceone.meter.Meter;
import serviceone.server.Settings;
import testing.Test;

class RouteTableTest {
    private static final Pattern PATH = Pattern.compile("`(?:GET )?(/[a-z-]*)`");
    private static final Pattern ADDED = Pattern.compile("addRoute\\(\"([^\"]+)\"");

    /** Also the routes that service one adds in every mode. */
    private static Set<String> paths(RouteTable<?> table) throws IOException {
        Set<String> paths = new TreeSet<>(table.routes.keySet());
        ADDED.matcher(text("src/serviceone/ServiceOne.java")).results().forEach(added -> paths.add(added.group(1)));
        return paths;
    }

    private static String text(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("repository"), "service-one", file));
    }

    /** A row of REFERENCE.md: {@code | `GET /wait-blocking`, `/wait-async` | 100 ms on the task's thread |} */
    @Test
    void everyModeHasTheRoutesInTheReferenceAndNoOther() throws Exception {
        String reference = text("REFERENCE.md");
        Set<String> documented = reference.substring(reference.indexOf("\n## Routes\n")).lines()
                .dropWhile(line -> !line.startsWith("|")).takeWhile(line -> line.startsWith("|")).skip(2)
                .flatMap(row -> PATH.matcher(row.split("\\|")[1]).results()).map(path -> path.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, paths(new BlockingRoutes(null, Map.of(), Settings.DEFAULTS, new Meter(Mode.LOOM),
                Parts.OWN.blocking(), Parts.OWN.guard(), Parts.OWN.computing())), "the routes of threads");
        assertEquals(documented, paths(new AsyncRoutes(null, null, Runnable::run, Map.of(), Settings.DEFAULTS,
                new Meter(Mode.ASYNC), Parts.OWN.async())), "the routes of event loops");
    }
}
