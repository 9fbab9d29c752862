package classroom.vote;

import static common.http.PageServer.afterParameter;

import module java.base;
import classroom.page.Posted;
import classroom.vote.Gate.Network;
import com.sun.net.httpserver.HttpExchange;
import common.http.PageServer.PageLimits;
import common.http.PageServer.Answerer;
import common.http.PageServer.Refusal;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.json.JsonObject;

/**
 * The server for the phones. Even after DNS rebinding, a foreign page lacks the code on the projector and a voter's
 * cookie. Platform threads answer even if other work occupies all carriers.
 */
public final class VoteServer implements AutoCloseable {
    /** A phone may have a weak signal, and a response may wait for the next question. */
    public static final PageLimits LIMITS = new PageLimits(1_024, 5, 60);
    private static final int MOST_BYTES = 200;
    private static final long WAIT_MILLIS = 20_000;
    private static final int VOTES_PER_MINUTE = 2_000;

    private final Voters voters = new Voters();
    private final Ballot ballot;
    /**
     * One bucket for each network, large because a class may share an address (NAT) and mistype the code.
     * An attacker can try 2 % of the codes an hour.
     */
    final TokenBuckets joins;
    /** One bucket for each network: somebody who joins repeatedly uses up only their own network's votes. */
    final TokenBuckets votes;
    private final TokenBuckets votesPerVoter;
    private final InetAddress bind;
    private final Gate gate;
    private final PageServer server;

    public VoteServer(InetAddress bind, int port, Ballot ballot) throws IOException {
        this(bind, port, ballot, System::nanoTime);
    }

    VoteServer(InetAddress bind, int port, Ballot ballot, LongSupplier nanoTime) throws IOException {
        this.bind = bind;
        this.ballot = ballot;
        joins = new TokenBuckets(300, 1, nanoTime);
        votes = new TokenBuckets(VOTES_PER_MINUTE, VOTES_PER_MINUTE / 60.0, nanoTime);
        votesPerVoter = new TokenBuckets(30, 1, nanoTime);
        TextFile page = PageServer.page("/classroom/vote.html");
        Map<String, Answerer> routes = Map.of("GET /", _ -> page, "GET /question", this::question,
                "POST /join", this::join, "POST /vote", this::vote);
        gate = new Gate(new InetSocketAddress(bind, port));
        server = new PageServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("vote-", 1).factory()), LIMITS, routes);
        gate.openTo(server.address());
    }

    public Ballot ballot() {
        return ballot;
    }

    public String code() {
        return voters.code();
    }

    public int joined() {
        return voters.count();
    }

    public URI address() {
        return RoomAddresses.page(RoomAddresses.of(bind).orElseGet(InetAddress::getLoopbackAddress), gate.port());
    }

    public List<String> qrCode() {
        return QrCode.rows(address() + "#" + code());
    }

    /** Why phones cannot reach this machine; empty if they can. */
    public String problem() {
        return RoomAddresses.of(bind).isPresent() ? "" : "Phones cannot reach this machine: it has no network address. "
                + "Join the room's wireless network or open a hotspot, then load the class's page again.";
    }

    @Override
    public void close() {
        gate.close();
        server.close();
    }

    /** With {@code after=VERSION}, waits for a newer version. */
    private JsonObject question(HttpExchange exchange) throws Refusal, InterruptedException {
        Optional<String> voter = voters.voterOf(exchange.getRequestHeaders());
        if (voter.isEmpty()) {
            return new JsonObject().put("joined", false);
        }
        ballot.versions().await(afterParameter(exchange), WAIT_MILLIS);
        long version = ballot.versions().version();      // read before the ballot: see Changes
        return ballot.seenBy(voter.get()).put("joined", true).put("version", version);
    }

    private Map<String, Object> join(HttpExchange exchange) throws IOException, Refusal {
        Posted body = Posted.read(exchange, MOST_BYTES);
        Network network = gate.network(exchange.getRemoteAddress());
        if (!joins.take(network)) {
            throw new Refusal(429, "too many attempts from your network: wait a few seconds and try again");
        }
        if (!(body.members().get("code") instanceof String entered) || !voters.isCode(entered)) {
            throw new Refusal(403, "this is not the code on the projector");
        }
        if (voters.voterOf(exchange.getRequestHeaders()).isEmpty()) {
            exchange.getResponseHeaders().set("Set-Cookie", voters.newCookie(network)
                    .orElseThrow(() -> new Refusal(503, "too many voters have joined, in total or from your network")));
            ballot.tellTeacher();
        }
        return Map.of("joined", true);
    }

    private Map<String, Object> vote(HttpExchange exchange) throws IOException, Refusal {
        Posted body = Posted.read(exchange, MOST_BYTES);
        String voter = voters.voterOf(exchange.getRequestHeaders())
                .orElseThrow(() -> new Refusal(401, "enter the code on the projector first"));
        int lesson = body.whole("lesson");
        double value = body.number("value");
        if (!votesPerVoter.take(voter) || !votes.take(gate.network(exchange.getRemoteAddress()))) {
            throw new Refusal(429, "too many votes: wait a few seconds and try again");
        }
        ballot.vote(voter, lesson, value);
        return Map.of("vote", value);
    }
}
