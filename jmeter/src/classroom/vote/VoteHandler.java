package classroom.vote;

import classroom.http.PageHandler;
import classroom.vote.Ballot.Poll;
import classroom.vote.Gate.Network;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * All that the room can ask for: the page, entering the code, the question, a vote. Nothing here starts, stops or reads
 * anything but the ballot. Therefore any Host will do: a page that has had its name point here (DNS rebinding) comes
 * without a voter's cookie, which belongs to another name, and without the code. Its parts are shared by the server's
 * threads, and each says how.
 */
final class VoteHandler extends PageHandler {
    private static final int MOST_BYTES = 200;
    private static final long WAIT_MILLIS = 20_000;
    private static final int PER_MINUTE = 2_000;

    private final Ballot ballot;
    private final Voters voters;
    private final String page = read("vote.html");
    /** A class may share one address (NAT) and mistype; but who tries codes there gets to 2 % of them in an hour. */
    private final TokenBuckets joins;
    /** Of one network: whoever enters the code again and again uses up the votes of its own alone. */
    private final TokenBuckets votes;
    /** Of one voter: more than a person sends who changes their mind, but so few that one cannot use up all votes. */
    private final TokenBuckets votesOfOne;
    private final Function<InetSocketAddress, Network> networks;

    /**
     * @param networks tells where a request comes from which the server has from an address
     * @param nanoTime a clock like {@link System#nanoTime}
     * @throws IOException if the page is not in the jar
     */
    VoteHandler(Ballot ballot, Voters voters, Function<InetSocketAddress, Network> networks, LongSupplier nanoTime)
            throws IOException {
        this.ballot = ballot;
        this.voters = voters;
        this.networks = networks;
        joins = new TokenBuckets(300, 1, nanoTime);
        votes = new TokenBuckets(PER_MINUTE, PER_MINUTE / 60.0, nanoTime);
        votesOfOne = new TokenBuckets(30, 1, nanoTime);
    }

    @Override
    protected void answer(HttpExchange exchange, String path) throws IOException, Refusal, InterruptedException {
        switch (path) {
            case "/" -> {
                allow(exchange, "GET", "HEAD");
                sendPage(exchange, page);
            }
            case "/question" -> {
                allow(exchange, "GET");
                sendJson(exchange, question(exchange));
            }
            case "/join" -> {
                allow(exchange, "POST");
                join(exchange);
            }
            case "/vote" -> {
                allow(exchange, "POST");
                vote(exchange);
            }
            default -> throw new Refusal(404, "no such path");
        }
    }

    /** What a voter is asked now; with {@code after=VERSION}, as soon as that is another question. */
    private Map<String, Object> question(HttpExchange exchange) throws Refusal, InterruptedException {
        Optional<String> voter = voters.of(exchange.getRequestHeaders());
        Map<String, Object> answer = new LinkedHashMap<>(Map.of("joined", voter.isPresent()));
        if (voter.isPresent()) {
            ballot.polls().await(after(exchange), WAIT_MILLIS);
            answer.put("version", ballot.polls().version());
            Poll poll = ballot.poll();
            answer.put("lesson", poll.lesson());
            answer.put("title", poll.title());
            answer.put("asks", poll.asks());
            answer.put("open", poll.open());
            answer.put("vote", ballot.voteOf(voter.get(), poll.lesson()));
        }
        return answer;
    }

    private void join(HttpExchange exchange) throws IOException, Refusal {
        Posted body = posted(exchange, MOST_BYTES);
        Network network = networks.apply(exchange.getRemoteAddress());
        if (!joins.take(network)) {
            throw new Refusal(429, "too many codes came from your network: wait some seconds and try again");
        }
        if (!(body.members().get("code") instanceof String entered) || !voters.isCode(entered)) {
            throw new Refusal(403, "that is not the code on the projector");
        }
        if (voters.of(exchange.getRequestHeaders()).isEmpty()) {
            exchange.getResponseHeaders().set("Set-Cookie", voters.newCookie(network)
                    .orElseThrow(() -> new Refusal(503, "the room is full, or too many joined from your network")));
        }
        sendJson(exchange, Map.of("joined", true));
    }

    private void vote(HttpExchange exchange) throws IOException, Refusal {
        Posted body = posted(exchange, MOST_BYTES);
        String voter = voters.of(exchange.getRequestHeaders())
                .orElseThrow(() -> new Refusal(401, "enter the code on the projector first"));
        int lesson = body.whole("lesson");
        double value = body.number("value");
        if (!votesOfOne.take(voter) || !votes.take(networks.apply(exchange.getRemoteAddress()))) {
            throw new Refusal(429, "too many votes: wait some seconds and try again");
        }
        ballot.vote(voter, lesson, value);
        sendJson(exchange, Map.of("vote", value));
    }
}
