package lint;

import module java.base;

/** {@code ./build.sh lint}: rules for sources and documents that no behaviour shows, with a line for each fault. */
public final class Lint {
    interface Rule {
        void check(Checkout checkout, Consumer<String> fault);
    }

    private static final List<Rule> RULES = List.of(
            SourceRules::noLineIsWide,
            SourceRules::theReadingListImportsClassByClass,
            SourceRules::eachClassOfTheProductHasItsOwnName,
            SourceRules::modesAreNamedInFewFiles,
            SourceRules::pagesHaveEachMarkAndEachKindOfServer,
            SourceRules::scriptsRunInBash32,
            SourceRules::pagesRunInOlderBrowsers,
            DocumentRules::theTopLevelHasOnlyKnownEntries,
            DocumentRules::idesKnowTheSourceFolders,
            DocumentRules::eachFileThatIsNamedExists,
            DocumentRules::eachTestThatIsNamedExists,
            DocumentRules::eachPropertyThatIsNamedIsInThePlan,
            DocumentRules::theFirstCommandsAreTheSameEverywhere,
            DocumentRules::theReadmeListsTheLessons,
            PlanRules::commentsExplainEachProperty,
            PlanRules::plansHaveTheirSettings,
            PlanRules::statusesAndBodiesAreChecked,
            PlanRules::functionalCoversEachRouteAndOutcome,
            ColourRules::textContrastsWithItsBackground,
            ColourRules::colourMeansTheSameOnBothPages,
            ColourRules::noTwoMeaningsShareAColour,
            ColourRules::lanesUseColoursThatBothPagesHave);

    private Lint() {
    }

    public static void main(String[] names) throws IOException {
        Path root = Path.of(System.getProperty("repository"));
        List<String> faults = new ArrayList<>(faults(Checkout.read(root)));
        Packages packages = Packages.ofJars(root);
        packages.cycles(faults::add);
        packages.maps(Checkout.read(root), faults::add);
        faults.forEach(System.out::println);
        System.out.println(RULES.size() + 2 + " rules, " + faults.size() + " faults");
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    static List<String> faults(Checkout checkout) {
        List<String> faults = new ArrayList<>();
        RULES.forEach(rule -> rule.check(checkout, faults::add));
        return faults;
    }
}
