package advise;

import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import module java.base;
import common.commandline.UsageException;
import text.Numbers;

/** An experiment for {@code compare} that puts the load of the figures on the user's own service. */
final class OwnExperiment {
    /** The longest answer, in seconds. JMeter waits 30 s. */
    private static final double LONGEST = 20;
    /** With more requests in flight, connections and JMeter's threads would be the limit. */
    private static final double MOST_IN_FLIGHT = 10_000;
    private static final double MOST_RATE = 20_000;
    private static final double NOTABLE_RATIO = 1.3;
    private static final String START = "command: {java} -jar my-service.jar --server.port={port} ";

    private OwnExperiment() {
    }

    static String of(Advice advice, ServiceFigures figures, String path, String method) {
        double least = Math.min(advice.answeredToday(), advice.answeredByVirtual());
        double answer = Math.max(figures.latency(), figures.inFlight() / least);
        if (answer > LONGEST) {
            throw impossible("an answer would take " + time(answer) + ", and JMeter waits at most "
                    + time(LONGEST) + ". Choose a lower --rate");
        }
        if (figures.inFlight() > MOST_IN_FLIGHT || figures.rate() > MOST_RATE) {
            throw impossible(perSecond(figures.rate()) + " with "
                    + Numbers.text(figures.inFlight()) + " in flight is "
                    + "more than JMeter can make. Try a tenth of the rate, the threads and the permits");
        }
        List<String> lines = new ArrayList<>(List.of(
                "# My service: " + perSecond(figures.rate()) + ", each "
                + time(figures.latency()), "#", "# Give the commands that start your service. "
                + "If some requests wait for a shorter time, delete waits.", "path = " + path));
        if (!method.isEmpty()) {
            lines.add("method = " + method.toUpperCase(Locale.ROOT));
        }
        double work = figures.cpu() > 0 ? figures.cpu() : 0;
        long waits = Math.round(1e6 * (figures.latency() - work)) / 1_000;
        if (waits > 0) {
            lines.add("waits = " + waits + "ms");
        }
        long seconds = Math.max(10, (long) Math.ceil(3 * figures.latency()));
        lines.addAll(List.of(load(figures, least), "seconds = " + seconds, "drain = " + seconds));
        addContenders(lines, advice, figures);
        return String.join("\n", lines) + "\n";
    }

    /** With too many requests, an open loop's queue would grow throughout. A closed loop limits the queue. */
    private static String load(ServiceFigures figures, double least) {
        if (figures.isClosed() || least < figures.rate() || figures.rate() < 1) {
            return "users = " + Math.max(1, Math.round(figures.inFlight()));
        }
        return "rate = " + Math.round(figures.rate());
    }

    private static void addContenders(List<String> lines, Advice advice, ServiceFigures figures) {
        LongStream.of(figures.threads(), Math.round(advice.threadsNeeded())).distinct()
                .filter(threads -> threads >= Math.max(1, figures.threads()))
                .forEach(threads -> lines.add("contender.pool-" + threads + " = " + START
                        + "--server.tomcat.threads.max=" + threads));
        lines.add("contender.virtual = " + START + "--spring.threads.virtual.enabled=true");
        if (figures.hasPool()) {
            lines.add(hypothesis(advice, "pool-" + figures.threads()));
        }
    }

    private static String hypothesis(Advice advice, String pool) {
        double ratio = advice.answeredByVirtual() / advice.answeredToday();
        double better = Math.max(ratio, 1 / ratio);
        String throughput = (ratio >= 1 ? "virtual/" + pool : pool + "/virtual") + " throughput ";
        if (better < NOTABLE_RATIO) {
            return "expect = " + throughput + "<= " + NOTABLE_RATIO;
        }
        return "expect = " + throughput + ">= " + Numbers.text(0.9 * better)
                + "\nrefute = " + throughput + "< " + Numbers.text(0.7 * better);
    }

    static void write(String text, Path file) throws IOException {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException _) {
            throw new UsageException("--experiment: " + file
                    + " exists already; choose another name");
        }
    }

    private static UsageException impossible(String why) {
        return new UsageException("--experiment: these figures cannot be measured: " + why);
    }
}
