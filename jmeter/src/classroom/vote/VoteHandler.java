package classroom.vote;

import classroom.http.JsonBody;
import classroom.http.Page;
import classroom.http.Refusal;
import classroom.http.Responses;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All that the room can ask for: the page, entering the code, the question, a vote. Nothing here starts, stops or reads
 * anything but the ballot. Therefore any Host will do: a page that has had its name point here (DNS rebinding) comes
 * without a voter's cookie, which belongs to another name, and without the code. Run by the server's threads at once;
 * its parts are shared, and each says how.
 */
final class VoteHandler implements HttpHandler {
    private static final int MOST_BYTES = 200;
    private static final long WAIT_MILLIS = 20_000;
    private static final int PER_MINUTE = 2_000;
    private static final Pattern AFTER = Pattern.compile("after=(\\d{1,18})");
    private static final Map<String, String> ALLOWED =
            Map.of("/", "GET, HEAD", "/question", "GET", "/join", "POST", "/vote", "POST");

    private final Ballot ballot;
    private final RoomCode code;
    private final String page = Page.read("vote.html");
    private final Voters voters = new Voters();
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
    VoteHandler(Ballot ballot, RoomCode code, Function<InetSocketAddress, Network> networks, LongSupplier nanoTime)
            throws IOException {
        this.ballot = ballot;
        this.code = code;
        this.networks = networks;
        joins = new TokenBuckets(() -> new TokenBucket(300, 1, nanoTime));
        votes = new TokenBuckets(() -> new TokenBucket(PER_MINUTE, PER_MINUTE / 60.0, nanoTime));
        votesOfOne = new TokenBuckets(() -> new TokenBucket(30, 1, nanoTime));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answerOrRefuse(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is being closed, and this exchange with it
        }
    }

    private void answerOrRefuse(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            answer(exchange);
        } catch (Refusal refusal) {
            Responses.refuse(exchange, refusal);
        }
    }

    private void answer(HttpExchange exchange) throws IOException, Refusal, InterruptedException {
        switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
            case "GET /", "HEAD /" -> Responses.page(exchange, page);
            case "GET /question" -> Responses.json(exchange, question(exchange));
            case "POST /join" -> join(exchange);
            case "POST /vote" -> vote(exchange);
            default -> throw unknown(exchange);
        }
    }

    private static Refusal unknown(HttpExchange exchange) {
        String allowed = ALLOWED.get(exchange.getRequestURI().getPath());
        if (allowed == null) {
            return new Refusal(404, "no such path");
        }
        exchange.getResponseHeaders().set("Allow", allowed);
        return new Refusal(405, "only " + allowed);
    }

    /** What a voter is asked now; with {@code after=VERSION}, as soon as that is another question. */
    private Map<String, Object> question(HttpExchange exchange) throws InterruptedException {
        String voter = voters.of(exchange.getRequestHeaders()).orElse(null);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("joined", voter != null);
        if (voter != null) {
            Question question = ballot.awaitOther(after(exchange), WAIT_MILLIS);
            answer.put("version", question.version());
            answer.put("lesson", question.lesson());
            answer.put("title", question.title());
            answer.put("asks", question.asks());
            answer.put("open", question.open());
            answer.put("vote", ballot.voteOf(voter, question.lesson()));
        }
        return answer;
    }

    /** The version that the browser knows; none has the one where it knows none. */
    private static long after(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        Matcher after = AFTER.matcher(query == null ? "" : query);
        return after.matches() ? Long.parseLong(after.group(1)) : -1;
    }

    private void join(HttpExchange exchange) throws IOException, Refusal {
        Map<?, ?> body = JsonBody.read(exchange, MOST_BYTES);
        Network network = networks.apply(exchange.getRemoteAddress());
        if (!joins.take(network)) {
            throw new Refusal(429, "too many codes came from your network: wait some seconds and try again");
        }
        if (!(body.get("code") instanceof String entered) || !code.matches(entered)) {
            throw new Refusal(403, "that is not the code on the projector");
        }
        if (voters.of(exchange.getRequestHeaders()).isEmpty()) {
            exchange.getResponseHeaders().set("Set-Cookie", voters.newCookie(network)
                    .orElseThrow(() -> new Refusal(503, "the room is full, or too many joined from your network")));
        }
        Responses.json(exchange, Map.of("joined", true));
    }

    private void vote(HttpExchange exchange) throws IOException, Refusal {
        Map<?, ?> body = JsonBody.read(exchange, MOST_BYTES);
        String voter = voters.of(exchange.getRequestHeaders())
                .orElseThrow(() -> new Refusal(401, "enter the code on the projector first"));
        if (!(body.get("lesson") instanceof Double lesson) || !(body.get("value") instanceof Double value)
                || lesson != lesson.intValue()) {
            throw new Refusal(400, "a lesson and a value are needed, both numbers");
        }
        if (!votesOfOne.take(voter) || !votes.take(networks.apply(exchange.getRemoteAddress()))) {
            throw new Refusal(429, "too many votes: wait some seconds and try again");
        }
        requireCounted(ballot.vote(voter, lesson.intValue(), value));
        Responses.json(exchange, Map.of("vote", value));
    }

    private static void requireCounted(Ballot.Outcome outcome) throws Refusal {
        switch (outcome) {
            case COUNTED -> { }
            case CLOSED -> throw new Refusal(409, "the vote on this question is closed");
            case NOT_TAKEN -> throw new Refusal(400, "that is no answer to this question");
        }
    }
}
