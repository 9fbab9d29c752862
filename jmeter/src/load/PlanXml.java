package load;

import static text.Markup.escape;

import module java.base;
import module java.xml;

/**
 * What a plan says, with the fragments in other files that it includes. A Module Controller runs what is somewhere in
 * the same plan.
 *
 * @param text   all its texts and attributes
 * @param silent whether a label is that of a sampler that opens no socket
 */
public record PlanXml(String text, String comment, Predicate<String> silent) {
    private static final System.Logger LOG = System.getLogger(PlanXml.class.getName());
    private static final String SILENT = ".//*[self::JSR223Sampler or self::DebugSampler or self::BeanShellSampler "
            + "or self::BSFSampler or self::SystemSampler or self::kg.apc.jmeter.samplers.DummySampler "
            + "or starts-with(stringProp[@name='classname'], 'org.apache.jmeter.protocol.java.test.')]/@testname";
    private static final String TEXTS = ".//@* | .//text()";
    private static final String COMMENT = "//TestPlan/stringProp[@name='TestPlan.comments']/text()";
    private static final String INCLUDED = ".//IncludeController/stringProp[@name='IncludeController.includepath']"
            + "/text()";
    /** Of an included file, JMeter reads nothing else. */
    private static final String FRAGMENT = "(/jmeterTestPlan/hashTree/TestFragmentController "
            + "| /jmeterTestPlan/hashTree/hashTree/TestFragmentController)[1]/following-sibling::hashTree[1]";
    public static final String INCLUDE_PREFIX = "includecontroller.prefix";
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{__(?:P\\(([^,(){}$]+)"
            + "|property\\(([^,(){}$]+)(?:,[^,()]*)?)(?:,([^()]*+(?:\\([^()]*+\\)[^()]*+)*+))?\\)\\}");

    public static PlanXml read(Path file) throws IOException {
        return read(file, "");
    }

    /** @param prefix JMeter's property {@link #INCLUDE_PREFIX} */
    public static PlanXml read(Path file, String prefix) throws IOException {
        Document plan = parsed(file);
        Map<Path, Node> parts = new LinkedHashMap<>(Map.of(file.toRealPath(), plan));
        addIncluded(plan, name -> included(file, prefix, name), parts);
        return new PlanXml(String.join("\n", all(parts.values(), TEXTS)), String.join("", all(List.of(plan), COMMENT)),
                any(all(parts.values(), SILENT)));
    }

    /** A part that is missing or unreadable says nothing. JMeter's log will name it. */
    private static void addIncluded(Node part, Function<String, Path> find, Map<Path, Node> parts) {
        for (String name : all(List.of(part), INCLUDED)) {
            try {
                Path file = find.apply(name).toRealPath();
                if (!parts.containsKey(file)) {
                    parts.put(file, parsed(file));
                    nodes(parts.get(file), FRAGMENT).forEach(fragment -> parts.put(file, fragment));
                    addIncluded(parts.get(file), find, parts);
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, name + " is not included", e);
            }
        }
    }

    /** As JMeter's IncludeController does: in the current folder, then, without the prefix, in the plan's. */
    private static Path included(Path plan, String prefix, String name) {
        Path named = Path.of((prefix + name).strip());
        return named.isAbsolute() || Files.exists(named) ? named : plan.resolveSibling(name);
    }

    private static Document parsed(Path file) throws IOException {
        // XML forbids references to control characters, which JMeter writes and reads
        String xml = decoded(file).replaceAll("^\ufeff|&#(x0*1?\\p{XDigit}|0*[12]?\\d);", "");
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());      // prints nothing
            return builder.parse(new InputSource(new StringReader(xml)));
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + " is no plan that JMeter can read: " + e.getMessage(), e);
        }
    }

    /** JMeter reads every plan as UTF-8, whatever its first line says, and does not mind other bytes. */
    static String decoded(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        }
    }

    private static List<String> all(Collection<Node> parts, String path) {
        return parts.stream().flatMap(part -> nodes(part, path).stream()).map(Node::getNodeValue).toList();
    }

    private static List<Node> nodes(Node part, String path) {
        List<Node> nodes = new ArrayList<>();
        try {
            XPathFactory.newDefaultInstance().newXPath().evaluateExpression(path, part, XPathNodes.class)
                    .forEach(nodes::add);
        } catch (XPathExpressionException e) {
            throw new IllegalStateException(e);      // each path is a constant
        }
        return nodes;
    }

    /** JMeter replaces the variables and functions in a name. */
    private static Predicate<String> any(List<String> names) {
        if (names.isEmpty()) {
            return _ -> false;
        }
        return Pattern.compile(names.stream().map(name -> Stream.of(name.split("\\$\\{.*}", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*"))).collect(Collectors.joining("|"))).asMatchPredicate();
    }

    /** The properties that the plan reads. */
    public Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        Matcher call = PROPERTY.matcher(text);
        for (int from = 0; call.find(from); from = call.start() + 1) {      // a default may contain another call
            String name = call.group(call.group(1) == null ? 2 : 1).strip();
            defaults.put(name, Objects.requireNonNullElse(call.group(3), call.group(1) == null ? name : "1"));
        }
        return defaults;
    }

    public boolean mentions(String property) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(property) + "(?![\\w.])").matcher(text).find();
    }

    /** @return the plan, or {@code copy} if there are headers to add */
    public static Path withHeaders(List<String> headers, Path plan, Path copy) throws IOException {
        if (headers.isEmpty()) {
            return plan;
        }
        String added = headers.stream().map(header -> header.split(":", 2)).map(parts -> """
                <elementProp name="" elementType="Header">
                <stringProp name="Header.name">%s</stringProp>
                <stringProp name="Header.value">%s</stringProp>
                </elementProp>""".formatted(escape(parts[0]), escape(parts[1].strip()))).collect(Collectors.joining());
        String place = "<collectionProp name=\"HeaderManager.headers\">";
        String text = decoded(plan);
        if (!text.contains(place)) {
            throw new IOException(plan + " has no HTTP Header Manager, so no header can be added to it");
        }
        return Files.writeString(copy, text.replace(place, place + added));
    }
}
