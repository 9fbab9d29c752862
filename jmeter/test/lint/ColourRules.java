package lint;

import module java.base;

/** Which colours the pages' style sheets define. Each has a light theme and a dark one. */
final class ColourRules {
    private static final String CLASS = "jmeter/resources/classroom/palette.css";
    private static final String STATUS = "service-one/resources/serviceone/status.css";
    private static final String LANES = "service-one/resources/serviceone/lanes";
    private static final Pattern COLOUR = Pattern.compile("(--[a-z-]+): (#[0-9a-f]{3,8});");
    private static final Pattern TEXT_COLOUR = Pattern.compile("--(c\\d|ink|muted|soft|good|bad): (#\\w{6})");
    private static final Pattern USE = Pattern.compile("(?:var\\(|')(--[a-z-]+)");
    /** Sizes, and another colour's name. */
    private static final Set<String> NO_COLOURS = Set.of("--name", "--figures", "--tall", "--runs");
    private static final List<String> SHARED = List.of("--info", "--authenticate", "--authorize", "--meetings",
            "--measured", "--law", "--bad");
    private static final List<String> MEANINGS = List.of("--measured", "--predicted", "--law", "--bad", "--info",
            "--authenticate", "--authorize", "--meetings", "--own", "--held", "--picked", "--picked-waits");

    private ColourRules() {
    }

    /** Each name's colours, the light theme's first. */
    private static Map<String, List<String>> colours(Checkout checkout, String sheet) {
        return COLOUR.matcher(checkout.text(sheet)).results().collect(Collectors.groupingBy(each -> each.group(1),
                TreeMap::new, Collectors.mapping(each -> each.group(2), Collectors.toList())));
    }

    /** WCAG 2.1, 1.4.3: text has a contrast of at least 4.5 : 1. */
    static void textContrastsWithItsBackground(Checkout checkout, Consumer<String> fault) {
        for (String sheet : List.of("jmeter/resources/report/chart.css", STATUS)) {
            List<String> themes = Stream.of(checkout.text(sheet).split("(?=--paper: )")).skip(1).toList();
            if (checkout.has(sheet) && themes.size() != 2) {
                fault.accept(sheet + ": has " + themes.size() + " themes, not two");
            }
            for (String theme : themes) {
                double paper = luminance(theme.substring(theme.indexOf('#')));
                TEXT_COLOUR.matcher(theme).results().filter(colour -> !contrast(luminance(colour.group(2)), paper))
                        .forEach(colour -> fault.accept(sheet + ": too little contrast with the paper: "
                                + colour.group()));
            }
        }
    }

    private static boolean contrast(double some, double other) {
        return Math.max(some, other) >= 4.5 * Math.min(some, other);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        return 0.05 + IntStream.range(0, 3).mapToDouble(i -> {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            return weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }).sum();
    }

    static void colourMeansTheSameOnBothPages(Checkout checkout, Consumer<String> fault) {
        Map<String, List<String>> ofClass = colours(checkout, CLASS);
        Map<String, List<String>> ofStatus = colours(checkout, STATUS);
        ofStatus.forEach((name, values) -> {
            if (!values.equals(ofClass.get(name))) {
                fault.accept(STATUS + ": " + name + " is " + values + ", and a class has " + ofClass.get(name));
            }
        });
        SHARED.stream().filter(name -> !ofStatus.containsKey(name) && checkout.has(STATUS))
                .forEach(name -> fault.accept(STATUS + ": lacks " + name));
    }

    static void noTwoMeaningsShareAColour(Checkout checkout, Consumer<String> fault) {
        Map<String, List<String>> colours = colours(checkout, CLASS);
        colours.putAll(colours(checkout, LANES + ".css"));
        Map<String, String> taken = new HashMap<>();
        for (String name : MEANINGS) {
            List<String> themes = colours.getOrDefault(name, List.of());
            for (int theme = 0; theme < themes.size(); theme++) {
                String other = taken.put(theme + themes.get(theme), name);
                if (other != null) {
                    fault.accept(CLASS + ": " + other + " and " + name + " have the same colour, " + themes.get(theme));
                }
            }
        }
    }

    static void lanesUseColoursThatBothPagesHave(Checkout checkout, Consumer<String> fault) {
        Set<String> used = USE.matcher(checkout.text(LANES + ".css") + checkout.text(LANES + ".js")).results()
                .map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
        used.removeAll(colours(checkout, LANES + ".css").keySet());
        used.removeAll(NO_COLOURS);
        for (String page : List.of(CLASS, STATUS)) {
            used.stream().filter(name -> !colours(checkout, page).containsKey(name))
                    .forEach(name -> fault.accept(page + ": lacks a colour that the lanes use: " + name));
        }
    }
}
