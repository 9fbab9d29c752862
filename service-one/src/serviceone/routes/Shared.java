package serviceone.routes;

import common.http.Response;
import java.util.Map;
import java.util.function.Supplier;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/**
 * What every mode needs.
 *
 * @param addedRoutes by path; their answers do not wait. Routes may come later
 */
public record Shared(Settings settings, ServiceTwoAddress serviceTwo, Meter meter, Parts parts,
        Map<String, Supplier<Response>> addedRoutes) {
}
