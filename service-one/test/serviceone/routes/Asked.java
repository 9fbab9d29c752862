package serviceone.routes;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.MessageParser.MessageException;
import common.http.Request;
import common.http.RequestParser;
import common.mode.Mode;
import serviceone.calls.Call;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.server.RawClient;

/** What a connection gives to a route. */
final class Asked {
    private Asked() {
    }

    static Request request(String path) {
        return parsed(RawClient.request(path));
    }

    static Request parsed(String request) {
        RequestParser parser = new RequestParser(Limits.DEFAULTS);
        try {
            parser.parse(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        } catch (MessageException e) {
            throw new AssertionError(e);
        }
        return parser.request();
    }

    static Call.Requester requester(Mode mode) {
        ConnectionMeter meter = Requests.started(new Meter(mode));
        return new Call.Requester() {
            @Override
            public boolean hasLeft() {
                return false;
            }

            @Override
            public ConnectionMeter meter() {
                return meter;
            }
        };
    }
}
