package lint;

import module java.base;

/** What the test plans in {@code jmeter/plans} say of themselves, and ask of JMeter. */
final class PlanRules {
    private static final String PLANS = "jmeter/plans/[a-z-]+\\.jmx";
    private static final String FUNCTIONAL = "jmeter/plans/functional.jmx";
    private static final Pattern PROPERTY = Pattern.compile("__P\\((\\w+),([^,)]*)");
    private static final Pattern COMMENT = Pattern.compile("\"TestPlan\\.comments\">([^<]*)<");
    private static final Pattern LISTENER =
            Pattern.compile("<(ResultCollector|Summariser|BackendListener|JSR223Listener)");

    /** A plan's name, and the properties that it has beside those of every plan. */
    private static final Map<String, Set<String>> PROPERTIES = Map.of(
            "closed-loop", Set.of("users", "rampup", "seconds", "path", "token", "keepalive", "body", "method",
                    "request_body", "tokens", "status", "error"),
            "open-loop", Set.of("rate", "seconds", "drain", "seed", "arrivals"),
            "functional", Set.of("loops", "users"), "tour", Set.of("users", "seconds"));
    private static final Set<String> OF_EVERY_PLAN = Set.of("host", "port", "connect_ms", "response_ms");

    private record Setting(String plans, String name, String value, String reason) {
    }

    private static final List<Setting> SETTINGS = List.of(
            new Setting("closed-loop open-loop", "HTTPSampler.method", "${__P(method,GET)}",
                    "an own service may take a POST"),
            new Setting("closed-loop open-loop", "File.path", "${__P(request_body,)}", "with a body"),
            new Setting("closed-loop open-loop", "Header.value", "${__P(token.${turn},${__P(token,token)})}",
                    "one of several tokens"),
            new Setting("closed-loop open-loop", "CounterConfig.end", "${__P(tokens,1)}",
                    "which requests take in turn"),
            new Setting("closed-loop open-loop tour", "HTTPSampler.implementation", "HttpClient4",
                    "keep-alive connections"),
            new Setting("closed-loop open-loop", "HTTPSampler.connect_timeout", "${__P(connect_ms,10000)}",
                    "no endless wait"),
            new Setting("closed-loop open-loop", "HTTPSampler.response_timeout", "${__P(response_ms,30000)}",
                    "no endless wait"),
            // 8 compares strings. 1 would match "200" as a regular expression.
            new Setting("closed-loop open-loop tour", "Assertion.test_type", "8", "the status is compared as text"),
            new Setting("closed-loop open-loop", "RegexExtractor.regex", "${__P(body,^\\{\")}",
                    "an assertion on the body itself fails for each empty one"),
            new Setting("closed-loop open-loop", "Scope.variable", "body", "it is about what was found in the body"),
            new Setting("closed-loop", "ThreadGroup.same_user_on_next_iteration", "${__P(keepalive,true)}",
                    "a user keeps its connection"),
            new Setting("closed-loop", "HTTPSampler.use_keepalive", "${__P(keepalive,true)}",
                    "with false, each request opens a connection"),
            new Setting("open-loop", "HTTPSampler.use_keepalive", "false", "each arrival has its own connection"));

    private PlanRules() {
    }

    static void commentsExplainEachProperty(Checkout checkout, Consumer<String> fault) {
        checkout.like(PLANS).forEach((file, text) -> {
            Map<String, String> defaults = new TreeMap<>();
            PROPERTY.matcher(text).results().forEach(each -> defaults.putIfAbsent(each.group(1), each.group(2)));
            Matcher comment = COMMENT.matcher(text);
            String explained = comment.find() ? comment.group(1) : "";
            defaults.keySet().stream().filter(name -> !Pattern.compile("(?m)^- (\\w+, )?" + name + "(, \\w+)?: ")
                    .matcher(explained).find())
                    .forEach(name -> fault.accept(file + ": its comment does not explain the property " + name));
            Set<String> expected = new TreeSet<>(PROPERTIES.getOrDefault(name(file), Set.of()));
            expected.addAll(OF_EVERY_PLAN);
            expected.removeAll(defaults.keySet());
            expected.forEach(name -> fault.accept(file + ": lacks the property " + name));
            if (!"8082".equals(defaults.getOrDefault("port", "8082"))) {
                fault.accept(file + ": its port is " + defaults.get("port") + ", not service one's 8082");
            }
        });
    }

    private static String name(String file) {
        return file.replaceFirst(".*/", "").replaceFirst("\\.jmx$", "");
    }

    static void plansHaveTheirSettings(Checkout checkout, Consumer<String> fault) {
        checkout.like(PLANS).forEach((file, text) -> {
            SETTINGS.stream().filter(each -> List.of(each.plans().split(" ")).contains(name(file)))
                    .filter(each -> !found(text, "Prop name=\"" + Pattern.quote(each.name()) + "\">([^<]*)<")
                            .contains(each.value()))
                    .forEach(each -> fault.accept(file + ": " + each.name() + " is not " + each.value() + ": "
                            + each.reason()));
            LISTENER.matcher(text).results().forEach(each -> fault.accept(file + ": has a listener: " + each.group(1)));
            if (!PROPERTIES.containsKey(name(file))) {
                fault.accept(file + ": its properties are missing in PlanRules");
            }
        });
    }

    /** Every body is checked, except the status page's and the 405's. */
    static void statusesAndBodiesAreChecked(Checkout checkout, Consumer<String> fault) {
        checkout.like(PLANS).forEach((file, text) -> {
            int samplers = count(text, "<HTTPSamplerProxy");
            if (count(text, ">Assertion.response_code<") != samplers) {
                fault.accept(file + ": has " + samplers + " samplers, and checks another number of statuses");
            }
            if (count(text, ">Assertion.response_data<") < samplers - 2) {
                fault.accept(file + ": has " + samplers + " samplers, and checks too few bodies");
            }
        });
    }

    static void functionalCoversEachRouteAndOutcome(Checkout checkout, Consumer<String> fault) {
        String text = checkout.text(FUNCTIONAL);
        if (text.isEmpty()) {
            return;
        }
        expect(Set.of("/", "/capabilities", "/computational", "/meetings", "/no-such-path", "/rpc", "/stats", "/trace",
                "/wait-async", "/wait-blocking", "/pinned", "/synchronized"),
                found(text, "Prop name=\"HTTPSampler.path\">([^<]*)<"), "paths", fault);
        expect(Set.of("200", "401", "403", "404", "405", "502", "504"),
                found(text, "testclass=\"HTTPSamplerProxy\" testname=\"(\\d+) "), "statuses", fault);
    }

    private static void expect(Set<String> expected, Set<String> found, String what, Consumer<String> fault) {
        if (!expected.equals(found)) {
            fault.accept(FUNCTIONAL + ": covers the " + what + ' ' + found + ", not " + new TreeSet<>(expected));
        }
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static Set<String> found(String text, String expression) {
        return Pattern.compile(expression).matcher(text).results().map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
