package servicetwo;

import static testing.Assertions.assertEquals;

import module java.base;
import common.io.SetClock;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import serviceone.server.RawClient;
import testing.Test;
import testing.Words;

class FiguresTest {
    /** The options delay /info by ten minutes and make all calls fail. They do not affect /stats. */
    @Test
    void statsAnnounceDelaysAndFaultsAndDoNotCountThemselves() throws Exception {
        String expected = "{'service':'two','delayMillis':600000,'stageDelayMillis':1,'authorizePermits':10,"
                + "'errorPercent':98,'hangPercent':0,'resetPercent':2,'jitterMillis':4,'slowStartSeconds':5,"
                + "'answered':1,'inFlight':0,'cpuMillis':N,'timerLateMicros':{'max':N,'mean':N},'connections':1,"
                + "'abandoned':0,'answeredByRoute':{'info':0,'authenticate':1,'authorize':0,'meetings':0,'other':0}}";
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=600000", "--stage-delay=1", "--authorize-permits=10",
                "--error-percent=98", "--reset-percent=2", "--jitter=4", "--slow-start=5");
                RawClient caller = Caller.connect(two)) {
            caller.get("/authenticate?token=token");
            for (int i = 1; i <= 2; i++) {
                assertEquals(expected.replace('\'', '"'), caller.get("/stats").body()
                        .replaceAll("(\"cpuMillis\":|\"max\":|\"mean\":)[0-9]+", "$1N"),
                        "request " + i + " for the stats");
            }
        }
    }

    /** These figures show whether two programs give service two the same work. */
    @Test
    void statsCountConnectionsAbandonedCallsAndAnswersByRoute() throws Exception {
        try (ServiceTwo two = Caller.startTwo("--stage-delay=600000"); RawClient caller = Caller.connect(two)) {
            caller.get("/info");
            caller.get("/info");
            caller.get("/nothing");
            try (RawClient _ = Caller.ask(two, "/meetings?id=abc123")) {
                Caller.awaitStats(two, "\"inFlight\":1,");
            }
            Caller.awaitStats(two, "\"connections\":2,\"abandoned\":1,\"answeredByRoute\":{\"info\":2,"
                    + "\"authenticate\":0,\"authorize\":0,\"meetings\":0,\"other\":1}");
        }
    }

    @Test
    void jmxShowsTheSameFigures() throws Exception {
        Map<Setting, Integer> settings = new EnumMap<>(Setting.class);
        for (Setting each : Setting.values()) {
            settings.put(each, each.ordinal() + 1);
        }
        Behaviour behaviour = new Behaviour(new ServiceTwoSettings(settings), System::nanoTime);
        Counts counts = new Counts(behaviour, System::nanoTime);
        counts.started(true);
        counts.answered(Routes.Route.AUTHORIZE);
        counts.started(false);
        counts.abandoned();
        counts.started(false);
        counts.reset();
        counts.started(false);
        counts.show();
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("servicetwo:type=Service");
        String expected = "[Answered = 1, InFlight = 1, Abandoned = 1, Connections = 1, DelayMillis = 1, "
                + "StageDelayMillis = 2, AuthorizePermits = 3, ErrorPercent = 4, HangPercent = 5, ResetPercent = 6, "
                + "JitterMillis = 7, SlowStartSeconds = 8, TimerLateMaxMicros = 0, TimerLateMeanMicros = 0]";
        String[] names = expected.replaceAll(" = [0-9]+|[\\[\\]]", "").split(", ");
        assertEquals(expected, beans.getAttributes(name, names).toString());
        Words.assertSame("service-two", "figures for consoles", Stream.of(beans.getMBeanInfo(name).getAttributes())
                .map(each -> each.getName() + ": " + each.getDescription()).collect(Collectors.joining("\n",
                        beans.getMBeanInfo(name).getDescription() + "\n", "")));
    }

    @Test
    void statsShowHowLateTimersAre() throws Exception {
        SetClock clock = new SetClock();
        try (ServiceTwo two = Caller.startTwo(clock, "--delay=10"); RawClient caller = Caller.connect(two)) {
            for (int late : new int[] {3, 1}) {
                caller.send(RawClient.request("/info"));
                Caller.awaitStats(two, "\"inFlight\":1,");
                clock.move(10 + late);
                assertEquals(200, caller.receive().status());
            }
            Caller.awaitStats(two, "\"timerLateMicros\":{\"max\":3000,\"mean\":2000}");
        }
    }

    @Test
    void latenessIsTheMaximumAndTheMeanOfTheLastSeconds() {
        SetClock clock = new SetClock(5_000_000_000L);
        Lateness lateness = new Lateness(clock::nanoTime);
        lateness.add(4_999_000_000L);
        clock.move(9_000);
        lateness.add(13_995_000_000L);
        assertEquals("{max=5000, mean=3000}", "" + lateness.micros(), "both seconds count");
        clock.move(1_000);
        assertEquals("{max=5000, mean=5000}", "" + lateness.micros(), "the first second is too old");
        clock.move(3_600_000);
        assertEquals("{max=0, mean=0}", "" + lateness.micros(), "an hour later");
    }
}
