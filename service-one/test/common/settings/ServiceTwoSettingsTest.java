package common.settings;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import common.json.Json;
import common.json.JsonObject;
import common.settings.ServiceTwoSettings.Setting;
import testing.Test;

class ServiceTwoSettingsTest {
    private static ServiceTwoSettings of(String... arguments) throws UsageException {
        return ServiceTwoSettings.STANDARD.with(CommandLine.parse(ServiceTwoSettings.OPTIONS, arguments)::number);
    }

    @Test
    void argumentsAndStatsGiveTheSameSettingsAgain() throws Exception {
        Map<Setting, Integer> all = new EnumMap<>(Setting.class);
        for (Setting each : Setting.values()) {
            all.put(each, 20 + each.ordinal());
        }
        ServiceTwoSettings odd = new ServiceTwoSettings(all);
        for (ServiceTwoSettings each : List.of(ServiceTwoSettings.STANDARD, odd, odd.with(Setting.DELAY, 0))) {
            assertEquals(each, of(each.arguments().toArray(String[]::new)));
            JsonObject stats = new JsonObject();
            each.addTo(stats);
            assertEquals(each, ServiceTwoSettings.announced(Json.members(stats.toString())));
        }
        assertEquals(List.of("--delay", "50", "--stage-delay", "333"), ServiceTwoSettings.STANDARD.arguments());
        assertEquals(0, ServiceTwoSettings.announced(Map.of()).get(Setting.STAGE_DELAY), "one that announces nothing");
    }

    @Test
    void onlyWhatIsGivenChanges() throws Exception {
        ServiceTwoSettings some = of("--jitter=4", "--error-percent=60");
        assertEquals(some.with(Setting.HANG_PERCENT, 40), some.with((option, now) ->
                option.equals("--hang-percent") ? 40 : now));
        assertEquals(100, some.with(Setting.HANG_PERCENT, 40).failingPercent());
        assertThrows(UsageException.class, "hang-percent", () -> of("--error-percent=60", "--hang-percent=41"));
        assertEquals("delay=50&stage-delay=333&error-percent=60&hang-percent=0&reset-percent=0&jitter=4&slow-start=0",
                some.query(), "permits cannot change");
    }
}
