package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Run.Measurement;
import experiment.Run.WarmUp;
import experiment.Run;
import lab.Doctored;
import process.Child.ProgramFailure;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;
import text.StatusLine;

class RoundsTest extends TemporaryFolder {
    private static final String TWO = "seconds = 10\nrepeat = 1\ncontender.pool = pool\ncontender.loom = loom\n";
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load ARRIVALS = Load.open("/meetings", 200);

    private final List<String> events = new ArrayList<>();
    private final SetTime time = new SetTime();
    private final Deque<ProgramFailure> failures = new ArrayDeque<>();

    private static int attempt(Path jtl) {
        Matcher attempt = Pattern.compile("-attempt-(\\d+)\\.jtl").matcher(jtl.toString());
        return attempt.find() ? Integer.parseInt(attempt.group(1)) : 1;
    }

    private static String name(Slot slot, Path jtl) {
        return slot.contender().name() + " " + slot.load().path() + " " + slot.load().users() + " " + slot.repetition()
                + "/" + attempt(jtl);
    }

    private static Measurement good(Slot slot) {
        double throughput = slot.predicted().isKnown() ? slot.predicted().throughput() : slot.load().users();
        return Doctored.run(slot.contender().name(), slot.load(), 1, throughput).run().measured();
    }

    private final class Recorder extends RunObserver {
        @Override
        public void begin(int number, int all, Contender contender, Load load, Duration afterwards) {
            events.add(number + "/" + all + " " + contender.name() + " " + load.users() + ", then " + afterwards);
        }

        @Override
        public void ended(Run run) {
            events.add(run.contender() + (run.isMeasured() ? " measured" : " failed: " + run.failure()));
        }
    }

    private Rounds rounds(Policy policy, String experiment, Measurer measurer) throws Exception {
        Rounds rounds = new Rounds(folder, policy, new Recorder(), measurer, time);
        rounds.all(Doctored.experiment(experiment));
        return rounds;
    }

    /** Fails for as long as there are failures left. */
    private Measurement measure(Slot slot, Path jtl) throws IOException {
        Files.writeString(jtl, "samples of " + name(slot, jtl));
        if (!failures.isEmpty()) {
            throw failures.remove();
        }
        return good(slot);
    }

    @Test
    void eachRunIsAnnouncedWithTheTimeThatLaterRunsCanTakeAndReported() throws Exception {
        Rounds rounds = rounds(Policy.COMPARE, TWO + "users = 20\nrepeat = 2", this::measure);
        Duration one = Slot.all(Doctored.experiment(TWO + "users = 20"), Policy.COMPARE).getFirst().longestDuration();
        assertEquals(List.of("1/4 pool 20, then " + one.multipliedBy(3), "pool measured",
                "2/4 loom 20, then " + one.multipliedBy(2), "loom measured", "3/4 loom 20, then " + one,
                "loom measured", "4/4 pool 20, then PT0S", "pool measured"), events);
        assertEquals(List.of(4, List.of()), List.of(rounds.runs().size(), rounds.notes()));
        assertEquals(0L, time.passed(), "no pause between runs");
    }

    @Test
    void samplesAreCompressedAlsoOfAFailedRun() throws Exception {
        failures.add(new ProgramFailure("died"));
        rounds(Policy.EXERCISE, TWO + "users = 20", this::measure);
        try (Stream<Path> files = Files.list(folder.resolve("jtl"))) {
            assertEquals(Set.of("pool-meetings-20-users-1.jtl.gz", "loom-meetings-20-users-1.jtl.gz"),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(
                folder.resolve("jtl/pool-meetings-20-users-1.jtl.gz")))) {
            assertEquals("samples of pool /meetings 20 1/1", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(300L, time.passed(), "Ctrl-C, which may have ended the program, may interrupt this thread");
    }

    @Test
    void aFailedRoundIsRunAgainAtMostAsOftenAsThereAreRounds() throws Exception {
        for (int i = 0; i < 3; i++) {
            failures.add(new ProgramFailure("died"));
        }
        List<String> made = new ArrayList<>();
        rounds(Policy.COMPARE, TWO + "users = 20, 40\nrepeat = 1", (slot, jtl) -> {
            made.add(name(slot, jtl));
            return measure(slot, jtl);
        });
        assertEquals(List.of("pool /meetings 20 1/1", "loom /meetings 20 1/1", "pool /meetings 20 1/2",
                "loom /meetings 20 1/2", "loom /meetings 40 1/1", "pool /meetings 40 1/1"), made, "pool died twice");
        assertEquals(List.of("1/4", "2/4", "3/6", "4/6", "5/6", "6/6"), events.stream().map(each -> each.split(" ")[0])
                .filter(each -> each.contains("/")).toList(), "more runs are planned");
        assertTrue(events.get(4).endsWith(events.get(0).replaceFirst(".*, ", "")), "its later runs are the same");
        made.clear();
        failures.add(new ProgramFailure("died"));
        rounds(Policy.EXERCISE, TWO + "users = 20", (slot, jtl) -> {
            made.add(name(slot, jtl));
            return measure(slot, jtl);
        });
        assertEquals(2, made.size(), "without reruns");
        made.clear();
        int rounds = 2 * 3;
        rounds(Policy.COMPARE, TWO + "users = 20, 40\nrepeat = 3", (slot, jtl) -> {
            made.add(name(slot, jtl));
            // each round has other errors, and each rerun is right
            return attempt(jtl) == 1 ? Doctored.run("pool", slot.load(), 1, 15).failed(500).run().measured()
                    : good(slot);
        });
        assertEquals(2 * 2 * rounds, made.size(), "each round twice");
    }

    @Test
    void aRoundInWhichTheClockWasSetIsRunAgain() throws Exception {
        failures.add(new ProgramFailure(Run.CLOCK_WAS_SET + " by +3,600.0 s"));
        Rounds rounds = rounds(Policy.COMPARE, TWO + "users = 20", this::measure);
        assertEquals(List.of(true, false, false, false), rounds.runs().stream().map(Run::hasSetClock).toList());
        Words.assertSame("running", "a clock that was set", RunObserver.outcome(rounds.runs().getFirst()));
    }

    @Test
    void runsOfASearchKeepTheSamplesOfEachAttempt() throws Exception {
        Rounds rounds = new Rounds(folder, Policy.FIND, new Recorder(), this::measure, time);
        Experiment one = Doctored.experiment("users = 20\nrepeat = 1\ncontender.loom = loom");
        rounds.one(one);
        failures.add(new Programs.NotStarted(new ProgramFailure("no such command")));
        rounds.one(one);
        rounds.one(one);
        assertEquals(List.of(true, false, false), rounds.runs().stream().map(Run::isMeasured).toList());
        assertTrue(Files.exists(folder.resolve("jtl/loom-meetings-20-users-1-attempt-2.jtl.gz")), "the second attempt");
        assertEquals("1/1 2/2 3/3", events.stream().filter(each -> each.contains("/"))
                .map(each -> each.split(" ")[0]).collect(Collectors.joining(" ")));
    }

    @Test
    void whatWouldFailAgainForCertainIsNotTriedAgain() throws Exception {
        failures.add(new Programs.NotStarted(new ProgramFailure("no such command")));
        rounds(Policy.COMPARE, TWO + "users = 20\npath = /a, /b", this::measure);
        Words.assertSame("running", "a contender that cannot start", String.join("\n", events)
                .replaceAll(", then.*", ""));
        events.clear();
        failures.add(new LoadPhase.WrongAnswers("no answer was right"));
        rounds(Policy.COMPARE, TWO + "users = 20, 40\npath = /a, /b", this::measure);
        assertEquals("pool failed: no answer was right", events.get(1));
        assertEquals(List.of(2L, 3L), List.of(events.stream().filter(each -> each.startsWith("pool failed")).count(),
                events.stream().filter(each -> each.equals("pool measured")).count() + 1), "only on this path");
    }

    @Test
    void anInterruptEndsTheExperimentAndKeepsItsRuns() throws Exception {
        Rounds rounds = new Rounds(folder, Policy.COMPARE, new Recorder(), (slot, _) -> {
            if (slot.contender().name().equals("loom")) {
                throw new InterruptedException();
            }
            return good(slot);
        }, time);
        assertThrows(InterruptedException.class, () -> rounds.all(Doctored.experiment(TWO + "users = 20")));
        assertEquals(1, rounds.runs().size());
    }

    private static Doctored run(Load load, double throughput) {
        return Doctored.run("loom", load, 1, throughput);
    }

    @Test
    void theOutcomeOfARunIsALine() throws Exception {
        SequencedMap<String, Run> runs = new LinkedHashMap<>();
        runs.put("as stated", run(LOAD, 950).run());
        runs.put("too few answers for a p99", run(LOAD, 5).run());
        runs.put("no answer", run(LOAD, 950).throughput(0).run());
        runs.put("died", Run.failed("loom", LOAD, 1, Prediction.NONE, "it died"));
        runs.put("errors", run(LOAD, 950).failed(500).run());
        runs.put("its warm-up was too short", run(LOAD, 950).with(new WarmUp(9, 6, "not warm")).run());
        runs.put("children that nobody waits for", run(LOAD, 950).cpu(Double.NaN)
                .with(new Run.Costs(Double.NaN, Double.NaN, Double.NaN, true)).run());
        runs.put("a queue that grows", run(ARRIVALS, 200).latency(9_000).growth(0.9).run());
        runs.put("with a second load", run(LOAD, 950).beside(run(ARRIVALS, 200).latency(40).run(), 10).run());
        runs.put("with a second queue that grows", run(LOAD, 950).beside(run(ARRIVALS, 200).latency(9_000).growth(0.9)
                .run(), 10).run());
        StringBuilder text = new StringBuilder();
        runs.forEach((name, run) -> {
            String outcome = Doctored.withoutFindings(RunObserver.outcome(run), run);
            text.append(name).append(" -> ").append(outcome).append('\n');
        });
        Words.assertSame("running", "outcomes of runs", text.toString());
    }

    @Test
    void progressIsALineThatChangesAndALineForEachEndedRun() throws Exception {
        for (boolean isTerminal : List.of(true, false)) {
            Printed out = new Printed();
            RunObserver observer = new RunObserver(new StatusLine(out, isTerminal));
            observer.begin(7, 120, Contender.parse("loom", "loom"), LOAD, Duration.ofSeconds(60));
            observer.phase("measuring", 5_900);
            observer.phase("measuring", 0);
            observer.ended(run(LOAD, 950).run());
            Words.assertSame("running", isTerminal ? "progress on a terminal" : "progress in a file",
                    out.toString().replace('\r', '\n').replaceAll("(?m) +$", ""));
        }
        assertEquals(List.of("0 s", "59 s", "1 min 00 s", "62 min 05 s"), Stream.of(0, 59, 60, 3_725)
                .map(seconds -> RunObserver.text(Duration.ofSeconds(seconds))).toList());
    }
}
