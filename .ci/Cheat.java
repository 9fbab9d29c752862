import com.sun.net.httpserver.HttpServer;

/**
 * Stands in for service one, and cheats. With {@code early}, it answers before it calls service two. With
 * {@code error}, it answers 200 with an error in the body.
 */
void main(String[] arguments) throws IOException {
    boolean early = arguments[0].equals("early");
    byte[] answer = (early ? "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}"
            : "{\"error\":\"something went wrong\"}").getBytes(StandardCharsets.UTF_8);
    HttpServer server = HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])), 1_000);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/meetings", exchange -> {
        if (!early) {
            makeCalls(arguments[2]);
        }
        exchange.sendResponseHeaders(200, answer.length);
        try (exchange) {
            exchange.getResponseBody().write(answer);
        }
        if (early) {
            makeCalls(arguments[2]);
        }
    });
    server.start();
}

void makeCalls(String serviceTwo) throws IOException {
    for (String call : List.of("info", "authenticate?token=token", "authorize?id=abc123", "meetings?id=abc123")) {
        try (InputStream answer = URI.create("http://" + serviceTwo + "/" + call).toURL().openStream()) {
            answer.readAllBytes();
        }
    }
}
