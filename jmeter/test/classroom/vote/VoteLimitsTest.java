package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import classroom.lesson.Asks;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import testing.Test;

/** How many codes and votes are looked at: by a clock that stands still. */
class VoteLimitsTest implements AutoCloseable {
    private static final long SECOND = 1_000_000_000;
    private static final String ATTACKER = "127.0.0.2";
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");

    private final AtomicLong nanos = new AtomicLong();
    private final Ballot ballot = new Ballot(() -> { });
    private final VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, ballot, nanos::get);
    private final int port = server.address().getPort();
    private final Browser browser = new Browser(port);

    VoteLimitsTest() throws IOException {
        ballot.open(3, "A title", Asks.number("requests/s", 0, 100_000));
    }

    @Override
    public void close() {
        server.close();
    }

    @Test
    void codesOfOneNetworkAreSlowed() throws Exception {
        String guess = browser.request("POST /join", Browser.JSON, "{\"code\": \"AAAA\"}");
        assertEquals("{403=300, 429=20}", statuses(guess, 320));
        String answer = browser.join(server.code());
        assertEquals(429, Browser.status(answer), "the right one too, or guessing would not be slowed");
        assertContains("{\"error\":\"too many codes came from your network: wait some seconds", answer);
        nanos.addAndGet(SECOND);
        assertEquals(200, Browser.status(browser.join(server.code())));
    }

    @Test
    void oneVoterCannotUseUpAllVotes() throws Exception {
        Browser busy = Browser.joined(port, server.code());
        assertEquals("{200=30, 429=10}", statuses(vote(busy), 40));
        assertEquals(200, Browser.joined(port, server.code()).vote(3, 190));
        nanos.addAndGet(SECOND);
        assertEquals(200, busy.vote(3, 190));
    }

    /** With ever new voters: the code is on the projector. */
    @Test
    void oneNetworkCannotUseUpAllVotes() throws Exception {
        Browser honest = Browser.joined(port, server.code());
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 66; i++) {
            seen.add(statuses(vote(Browser.joined(ATTACKER, port, server.code())), 30, ATTACKER));
        }
        assertEquals(Set.of("{200=30}"), seen, "1,980 votes");
        Browser last = Browser.joined(ATTACKER, port, server.code());
        assertEquals("{200=20, 429=10}", statuses(vote(last), 30, ATTACKER));
        assertEquals("{200=30}", statuses(vote(honest), 30));
        assertEquals("{200=30}", statuses(vote(Browser.joined(port, server.code())), 30), "a new one");
        nanos.addAndGet(SECOND);
        assertEquals(200, last.vote(3, 190));
    }

    @Test
    void oneNetworkCannotFillTheRoom() throws Exception {
        Voters voters = new Voters();
        assertEquals(500, joined(voters, "192.0.2.1"));
        assertEquals(500, joined(voters, "192.0.2.2"));
        assertEquals(500, joined(voters, "2001:db8::1"));
        assertEquals(0, joined(voters, "2001:db8::2"), "of the same /64");
        assertEquals(500, joined(voters, "2001:db8:0:1::1"));
        assertEquals(0, joined(voters, "192.0.2.3"), "the room holds 2,000 browsers");
    }

    /** How many of 501 are let in. */
    private static int joined(Voters voters, String address) throws IOException {
        Gate.Network network = Gate.Network.of(InetAddress.getByName(address));
        return (int) Stream.generate(() -> voters.newCookie(network)).limit(501).filter(Optional::isPresent).count();
    }

    private static String vote(Browser voter) {
        return voter.request("POST /vote", Browser.JSON, "{\"lesson\": 3, \"value\": 190}");
    }

    /** How often each status was answered to a request that is sent so often on one connection. */
    private String statuses(String request, int times) throws IOException {
        return statuses(request, times, "127.0.0.1");
    }

    private String statuses(String request, int times, String from) throws IOException {
        String last = request.replaceFirst("\r\n", "\r\n" + Browser.CLOSE);
        Matcher status = STATUS.matcher(new Browser(from, port).raw(request.repeat(times - 1) + last));
        TreeMap<String, Integer> counts = new TreeMap<>();
        while (status.find()) {
            counts.merge(status.group(1), 1, Integer::sum);
        }
        return counts.toString();
    }
}
