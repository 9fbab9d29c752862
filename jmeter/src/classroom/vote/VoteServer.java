package classroom.vote;

import static common.http.PageServer.afterParameter;

import module java.base;
import classroom.page.Posted;
import com.sun.net.httpserver.HttpExchange;
import common.http.PageServer.PageLimits;
import common.http.PageServer.Answerer;
import common.http.PageServer.Refusal;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.io.HostPort;
import common.json.JsonObject;

/**
 * The server for the phones. Even after DNS rebinding, a foreign page lacks the code on the projector and a voter's
 * cookie.
 */
public final class VoteServer implements AutoCloseable {
    /** A phone may have a weak signal, and a response may wait for the next question. */
    public static final PageLimits LIMITS = new PageLimits(4_096, 5, 60);
    /** The teacher hears of so many wrong codes, and each time that their number has doubled. */
    private static final int MANY_WRONG = 50;
    private static final int MOST_BYTES = 200;
    private static final long WAIT_MILLIS = 20_000;
    /** A voter with more tabs gets some answers at once. */
    private static final int MOST_WAITING = 3;

    /** One of the addresses of the voting page. */
    public record Place(URI url, String networkInterface) {
        static Place of(InetAddress address, int port, String networkInterface) {
            // A scope id is valid only on this machine.
            String host = address.getHostAddress().replaceFirst("%.*", "");
            return new Place(URI.create("http://" + new HostPort(host, port) + "/"), networkInterface);
        }
    }

    final Voters voters;
    private final Ballot ballot;
    private final TokenBuckets wrongCodes;
    private final TokenBuckets votes;
    private final AtomicInteger wrong = new AtomicInteger();
    final Map<String, Integer> waiting = new ConcurrentHashMap<>();      // polls by voter
    private final long waitMillis;
    private final IntFunction<List<Place>> reachable;
    private final PageServer server;
    private volatile String chosen = "";      // the address that the teacher has chosen

    /** @param reachable where phones may reach the port, the best guess first */
    public VoteServer(InetAddress bind, int port, Ballot ballot,
            IntFunction<List<Place>> reachable) throws IOException {
        this(bind, port, ballot, reachable, System::nanoTime, WAIT_MILLIS);
    }

    VoteServer(InetAddress bind, int port, Ballot ballot, IntFunction<List<Place>> reachable,
            LongSupplier nanoTime, long waitMillis) throws IOException {
        this.reachable = reachable;
        this.ballot = ballot;
        this.waitMillis = waitMillis;
        voters = new Voters(new SecureRandom(), nanoTime);
        wrongCodes = new TokenBuckets(300, 1, nanoTime);
        votes = new TokenBuckets(30, 1, nanoTime);
        TextFile page = PageServer.page("/classroom/vote.html");
        Map<String, Answerer> routes = Map.of("GET /", _ -> page, "GET /question", this::question,
                "POST /join", this::join, "POST /vote", this::vote);
        server = new PageServer(new InetSocketAddress(bind, port), false,
                Executors.newVirtualThreadPerTaskExecutor(), LIMITS, routes);
    }

    public String code() {
        return voters.code();
    }

    public int joined() {
        return voters.count();
    }

    /** How many were entered; 0 unless they are many. */
    public int wrongCodes() {
        int all = wrong.get();
        return all < MANY_WRONG ? 0 : all;
    }

    /** Sends everybody out, and takes back the votes on open questions: some may be a stranger's. */
    public void empty() {
        voters.empty();
        wrong.set(0);
        ballot.forgetOpenVotes();
    }

    /** The pages' addresses. The first is the one that the teacher has chosen, while this machine has it. */
    public List<Place> places() {
        return reachable.apply(port()).stream()
                .sorted(Comparator.comparing(each -> !each.url.toString().equals(chosen)))
                .toList();
    }

    private int port() {
        return server.address().getPort();
    }

    public URI address() {
        return places().stream().findFirst()
                .orElse(Place.of(InetAddress.getLoopbackAddress(), port(), "")).url;
    }

    public void choose(String url) {
        if (places().stream().noneMatch(each -> each.url.toString().equals(url))) {
            throw new Refusal(409, "this machine no longer has the address " + url);
        }
        chosen = url;
        ballot.tellTeacher();
    }

    public List<String> qrCode() {
        return QrCode.rows(address() + "#" + code());
    }

    /** Why phones cannot reach this machine; empty if they can. */
    public String problem() {
        return problem(places());
    }

    static String problem(List<Place> reached) {
        return !reached.isEmpty()
                ? "" : "Phones cannot reach this machine: it has no network address. "
                + "Join the room's wireless network or open a hotspot, then load the class's page again.";
    }

    @Override
    public void close() {
        server.close();
    }

    /** With {@code after=VERSION}, waits for a newer version. */
    private JsonObject question(HttpExchange exchange) throws InterruptedException {
        Optional<String> voter = voterOf(exchange);
        if (voter.isPresent()) {
            awaitNews(voter.get(), afterParameter(exchange));
        }
        long version = ballot.versions().version();      // read before the ballot: see Changes
        return voterOf(exchange)
                .map(id -> ballot.seenBy(id).put("joined", true).put("version", version))
                .orElse(new JsonObject().put("joined", false));
    }

    private void awaitNews(String voter, long known) throws InterruptedException {
        try {
            if (waiting.merge(voter, 1, Integer::sum) <= MOST_WAITING) {
                ballot.versions().await(known, waitMillis);
            }
        } finally {
            waiting.computeIfPresent(voter, (_, polls) -> polls == 1 ? null : polls - 1);
        }
    }

    private Optional<String> voterOf(HttpExchange exchange) {
        return voters.voterOf(exchange.getRequestHeaders(), exchange.getLocalAddress().getPort());
    }

    private Map<String, Object> join(HttpExchange exchange) throws IOException {
        Posted body = posted(exchange);
        if (!(body.members().get("code") instanceof String entered) || !voters.isCode(entered)) {
            throw wrongCode();
        }
        if (voterOf(exchange).isEmpty()) {
            exchange.getResponseHeaders()
                    .set("Set-Cookie", voters.newCookie(exchange.getLocalAddress().getPort())
                    .orElseThrow(() -> new Refusal(503, "the room is full")));
            ballot.tellTeacher();
        }
        return Map.of("joined", true);
    }

    /** A phone keeps one connection, the one that waits for the next question. */
    private static Posted posted(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        return Posted.read(exchange, MOST_BYTES);
    }

    Refusal wrongCode() {
        int many = wrong.incrementAndGet();
        if (many % MANY_WRONG == 0 && Integer.bitCount(many / MANY_WRONG) == 1) {
            ballot.tellTeacher();
        }
        return wrongCodes.take("wrong") ? new Refusal(403, "this is not the code on the projector")
                : new Refusal(429,
                        "this is not the code on the projector, and too many wrong codes were entered");
    }

    private Map<String, Object> vote(HttpExchange exchange) throws IOException {
        Posted body = posted(exchange);
        String voter = voterOf(exchange)
                .orElseThrow(() -> new Refusal(401, "enter the code on the projector first"));
        int lesson = body.whole("lesson");
        double value = body.number("value");
        if (!votes.take(voter)) {
            throw new Refusal(429, "too many votes");
        }
        ballot.vote(voter, lesson, value);
        return Map.of("vote", value);
    }
}
