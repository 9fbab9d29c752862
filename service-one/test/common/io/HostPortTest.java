package common.io;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Test;
import testing.Words;

class HostPortTest {
    @Test
    void aHostIsANameOrAnAddress() {
        String[][] table = {
            {"localhost:80", "localhost"}, {"a.b-c_d:0", "a.b-c_d"}, {"192.0.2.1:65535", "192.0.2.1"},
            {"[::1]:8087", "::1"}, {"[fe80::1%eth0]:8087", "fe80::1%eth0"}};
        for (String[] row : table) {
            HostPort parsed = HostPort.parse(row[0]).orElseThrow();
            assertEquals(row[1] + " of " + row[0], parsed.host() + " of " + parsed);
        }
        for (String wrong : List.of("", "8087", "localhost", ":80", "localhost:", "localhost:65536", "localhost:-1",
                "localhost:x", "a b:1", "-a:1", "http://a:1", "::1:80", "[::1]", "[]:80", "[::1:80", "a/b:80")) {
            assertEquals(Optional.empty(), HostPort.parse(wrong), wrong);
        }
    }

    @Test
    void aPlaceIsOnThisMachineOrNot() {
        String[][] hostLoopbackAndOwn = {{"127.0.0.1", "true", "true"}, {"::1", "true", "true"},
            {"192.0.2.1", "false", "false"}, {"no.such.host.invalid", "false", "false"}};
        for (String[] row : hostLoopbackAndOwn) {
            HostPort place = new HostPort(row[0], 80);
            assertEquals(row[1] + row[2], "" + place.isLoopback() + place.isOfThisMachine(), row[0]);
        }
    }

    @Test
    void aFailureToListenNamesTheOptionsThatHelp() throws Exception {
        IOException why = new IOException("(the system's reason)");
        IOException failure = new HostPort("192.0.2.1", 80).cannotListen(why, "--port");
        assertEquals(why, failure.getCause(), "cause");
        Words.assertSame("server", "a service cannot listen", failure.getMessage());
    }
}
