package experiment;

import commandline.UsageException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The command line: {@code [EXPERIMENT] [--KEY VALUE | --KEY=VALUE]… [--plan] [--list] [--report FOLDER] [--help]}.
 * Immutable.
 *
 * @param overrides what replaces or adds to the values in the experiment's file
 * @param report    a folder with results whose report is to be written again; null: none
 * @param planOnly  whether to stop after the plan was printed
 */
record CompareOptions(String experiment, Map<String, String> overrides, String report, boolean planOnly, boolean list,
        boolean help) {
    static final String DEFAULT_EXPERIMENT = "story";

    static CompareOptions parse(String... arguments) throws UsageException {
        Map<String, String> overrides = new LinkedHashMap<>();
        String experiment = null;
        boolean planOnly = false;
        boolean list = false;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            switch (argument) {
                case "--help", "-h", "help" -> {
                    return new CompareOptions(DEFAULT_EXPERIMENT, Map.of(), null, false, false, true);
                }
                case "--plan" -> planOnly = true;
                case "--list" -> list = true;
                default -> {
                    if (argument.startsWith("--")) {
                        i += override(arguments, i, overrides);
                    } else if (experiment == null) {
                        experiment = argument;
                    } else {
                        throw new UsageException("one experiment at a time: " + experiment + " or " + argument);
                    }
                }
            }
        }
        return new CompareOptions(experiment == null ? DEFAULT_EXPERIMENT : experiment, overrides,
                overrides.remove("report"), planOnly, list, false);
    }

    /** @return how many arguments beyond this one it took */
    private static int override(String[] arguments, int at, Map<String, String> overrides) throws UsageException {
        String argument = arguments[at].substring(2);
        int equals = argument.indexOf('=');
        if (equals > 0) {
            overrides.put(argument.substring(0, equals), argument.substring(equals + 1));
            return 0;
        }
        if (at + 1 == arguments.length || arguments[at + 1].startsWith("--")) {
            throw new UsageException(arguments[at] + ": takes a value");
        }
        overrides.put(argument, arguments[at + 1]);
        return 1;
    }
}
