package classroom.vote;

import static common.http.PageServer.after;
import static common.http.PageServer.posted;

import classroom.vote.Gate.Network;
import com.sun.net.httpserver.HttpExchange;
import common.http.PageServer.PageLimits;
import common.http.PageServer.PageRoute;
import common.http.PageServer.Posted;
import common.http.PageServer.Refusal;
import common.http.PageServer.TextFile;
import common.http.PageServer;
import common.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * The room's listener: a port of its own for the phones, from which no way leads to the one that starts programs. All
 * that the room can ask for is the page, entering the code, the question, a vote: nothing here starts, stops or reads
 * anything but the ballot. Therefore any Host will do: a page that has had its name point here (DNS rebinding) comes
 * without a voter's cookie, which belongs to another name, and without the code.
 *
 * <p>Its threads are platform threads, because the tools' virtual threads may all be held by pipes of the programs that
 * they measure. A phone that waits for the next question holds one, and so does a slow sender; so there is one for each
 * connection that the gate in front lets through.
 */
public final class VoteServer implements AutoCloseable {
    /**
     * Those of the teacher's page, too. Connections are threads, because each request holds one: more than the browsers
     * of a class open. A request has long enough for a phone at the edge of a wireless network; a response may have to
     * wait until there is something new.
     */
    public static final PageLimits LIMITS = new PageLimits(1_024, 5, 60);
    private static final int MOST_BYTES = 200;
    private static final long WAIT_MILLIS = 20_000;
    private static final int PER_MINUTE = 2_000;

    private final Voters voters = new Voters();
    private final Ballot ballot;
    /** A class may share one address (NAT) and mistype; but who tries codes there gets to 2 % of them in an hour. */
    final TokenBuckets joins;
    /** Of one network: whoever enters the code again and again uses up the votes of its own alone. */
    final TokenBuckets votes;
    /** Of one voter: more than a person sends who changes their mind, but so few that one cannot use up all votes. */
    private final TokenBuckets votesOfOne;
    private final InetAddress bind;
    private final Gate gate;
    private final PageServer server;

    /**
     * @param bind where to listen; an address of all interfaces, like 0.0.0.0, is one
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public VoteServer(InetAddress bind, int port, Ballot ballot) throws IOException {
        this(bind, port, ballot, System::nanoTime);
    }

    VoteServer(InetAddress bind, int port, Ballot ballot, LongSupplier nanoTime) throws IOException {
        this.bind = bind;
        this.ballot = ballot;
        joins = new TokenBuckets(300, 1, nanoTime);
        votes = new TokenBuckets(PER_MINUTE, PER_MINUTE / 60.0, nanoTime);
        votesOfOne = new TokenBuckets(30, 1, nanoTime);
        TextFile page = PageServer.page("/classroom/vote.html");
        Map<String, PageRoute> routes = Map.of("/", PageRoute.get(_ -> page), "/question",
                PageRoute.get(this::question), "/join", PageRoute.post(this::join), "/vote",
                PageRoute.post(this::vote));
        gate = new Gate(new InetSocketAddress(bind, port));
        server = new PageServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("vote-", 1).factory()), LIMITS, routes);
        gate.openTo(server.address());
    }

    public Ballot ballot() {
        return ballot;
    }

    /** What the voters enter to join. */
    public String code() {
        return voters.code();
    }

    /** How many have joined. */
    public int joined() {
        return voters.count();
    }

    /** Where the page is, as the room most likely reaches it. */
    public URI address() {
        return RoomAddresses.page(RoomAddresses.of(bind).orElseGet(InetAddress::getLoopbackAddress), gate.port());
    }

    /** The rows of a QR code, as in {@link QrCode#rows}: whoever scans it has joined. */
    public List<String> qrCode() {
        return QrCode.rows(address() + "#" + code());
    }

    /** Why phones cannot reach this machine now, and what to do; empty where they can. */
    public String problem() {
        return RoomAddresses.of(bind).isPresent() ? "" : "Phones cannot reach this machine: it has no network address. "
                + "Join the room's wireless network or open a hotspot, then load the class's page again.";
    }

    @Override
    public void close() {
        gate.close();
        server.close();
    }

    /** All that a voter may know now; with {@code after=VERSION}, as soon as that is something else. */
    private JsonObject question(HttpExchange exchange) throws Refusal, InterruptedException {
        Optional<String> voter = voters.of(exchange.getRequestHeaders());
        if (voter.isEmpty()) {
            return new JsonObject().put("joined", false);
        }
        ballot.versions().await(after(exchange), WAIT_MILLIS);
        long version = ballot.versions().version();      // read first: see Changes
        return ballot.seenBy(voter.get()).put("joined", true).put("version", version);
    }

    private Map<String, Object> join(HttpExchange exchange) throws IOException, Refusal {
        Posted body = posted(exchange, MOST_BYTES);
        Network network = gate.network(exchange.getRemoteAddress());
        if (!joins.take(network)) {
            throw new Refusal(429, "too many codes came from your network: wait some seconds and try again");
        }
        if (!(body.members().get("code") instanceof String entered) || !voters.isCode(entered)) {
            throw new Refusal(403, "that is not the code on the projector");
        }
        if (voters.of(exchange.getRequestHeaders()).isEmpty()) {
            exchange.getResponseHeaders().set("Set-Cookie", voters.newCookie(network)
                    .orElseThrow(() -> new Refusal(503, "the room is full, or too many joined from your network")));
            ballot.tellTeacher();
        }
        return Map.of("joined", true);
    }

    private Map<String, Object> vote(HttpExchange exchange) throws IOException, Refusal {
        Posted body = posted(exchange, MOST_BYTES);
        String voter = voters.of(exchange.getRequestHeaders())
                .orElseThrow(() -> new Refusal(401, "enter the code on the projector first"));
        int lesson = body.whole("lesson");
        double value = body.number("value");
        if (!votesOfOne.take(voter) || !votes.take(gate.network(exchange.getRemoteAddress()))) {
            throw new Refusal(429, "too many votes: wait some seconds and try again");
        }
        ballot.vote(voter, lesson, value);
        return Map.of("vote", value);
    }
}
