package load;

import module java.base;
import module java.xml;

/**
 * What a plan says.
 *
 * @param text   all its texts and attributes
 * @param silent whether a label is that of a sampler that opens no socket
 */
public record PlanXml(String text, String comment, Predicate<String> silent) {
    private static final String SILENT = "//*[self::JSR223Sampler or self::DebugSampler or self::BeanShellSampler "
            + "or self::BSFSampler or self::SystemSampler or self::kg.apc.jmeter.samplers.DummySampler "
            + "or starts-with(stringProp[@name='classname'], 'org.apache.jmeter.protocol.java.test.')]/@testname";
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{__(?:P\\(([^,(){}$]+)"
            + "|property\\(([^,(){}$]+)(?:,[^,()]*)?)(?:,([^()]*+(?:\\([^()]*+\\)[^()]*+)*+))?\\)\\}");

    public static PlanXml read(Path file) throws IOException {
        // XML forbids references to control characters, which JMeter writes and reads
        String xml = decoded(file).replaceAll("^\ufeff|&#(x0*1?\\p{XDigit}|0*[12]?\\d);", "");
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());      // prints nothing
            Document plan = builder.parse(new InputSource(new StringReader(xml)));
            return new PlanXml(String.join("\n", all(plan, "//@* | //text()")), String.join("", all(plan,
                    "//TestPlan/stringProp[@name='TestPlan.comments']/text()")), any(all(plan, SILENT)));
        } catch (SAXException | ParserConfigurationException | XPathExpressionException e) {
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

    private static List<String> all(Document plan, String path) throws XPathExpressionException {
        List<String> values = new ArrayList<>();
        XPathFactory.newDefaultInstance().newXPath().evaluateExpression(path, plan, XPathNodes.class)
                .forEach((Node node) -> values.add(node.getNodeValue()));
        return values;
    }

    /** JMeter replaces the variables and functions in a name. */
    private static Predicate<String> any(List<String> names) {
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

    boolean mentions(String property) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(property) + "(?![\\w.])").matcher(text).find();
    }
}
