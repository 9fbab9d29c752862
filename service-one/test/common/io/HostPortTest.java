package common.io;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Test;

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
}
