package lab.run;

import module java.base;
import experiment.Experiment;
import load.PlanXml;
import load.jtl.RecordedRequest;

/** Adds a second load to a JMeter plan. Its samples have a label of their own. */
final class SecondLoad {
    static final String LABEL = "beside";
    static final String PREFIX = "beside_";
    /** The properties that differ between the loads. */
    private static final Pattern OWN = Pattern.compile("__P\\((?=(path|body|error|users|rampup|rate|seed),)");
    private static final Pattern NAME = Pattern.compile("(<HTTPSamplerProxy [^>]*testname=\")[^\"]*");
    private static final Pattern GROUP = Pattern.compile("(?s)<\\w*ThreadGroup guiclass.*</hashTree>"
            + "(?=\\s*</hashTree>\\s*</hashTree>\\s*</jmeterTestPlan>)");

    private SecondLoad() {
    }

    /** @param other the plan of the second load; only its thread group counts */
    static Path added(Path plan, Path other, Path copy) throws IOException {
        String text = Files.readString(plan);
        String group = group(Files.readString(other)).group();
        String named = NAME.matcher(group).replaceAll("$1" + LABEL);
        String own = OWN.matcher(named).replaceAll("__P(" + PREFIX);
        return Files.writeString(copy, new StringBuilder(text).insert(group(text).end(), own));
    }

    /** Which samples are requests of the first load, or of the second one. Scripts in a plan send none. */
    static Predicate<RecordedRequest> requests(Experiment experiment, boolean isSecond) throws IOException {
        Optional<Path> own = experiment.workload().plan();
        Predicate<String> silent = own.isEmpty() ? _ -> false : PlanXml.read(own.get()).silent();
        return row -> row.label().equals(LABEL) == isSecond
                && row.kind(silent) == RecordedRequest.Kind.REQUEST;
    }

    private static MatchResult group(String plan) {
        return GROUP.matcher(plan).results().findFirst().orElseThrow();
    }
}
