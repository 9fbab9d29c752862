package serviceone.server;

import serviceone.watch.Meter;

/** What the acceptor, the dispatcher and the connections of one server share. */
record Shared(Settings settings, SocketQueue queue, Connections connections, Meter meter) {
}
