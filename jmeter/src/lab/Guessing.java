package lab;

import module java.base;
import common.commandline.CommandLine.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Results.Guess;
import text.Numbers;

/** Asks a person to guess each throughput before theory predicts it. */
record Guessing(BufferedReader in, PrintStream out) {
    private static final int MOST = 1_000_000;
    private static final Pattern NUMBER = Pattern.compile("(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d+)?");

    static Guessing onTerminal() throws UsageException {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new UsageException("--guess asks on a terminal, but standard input or output is not one");
        }
        return new Guessing(new BufferedReader(new InputStreamReader(System.in, console.charset())), System.out);
    }

    List<Guess> ask(Experiment experiment) throws UsageException, IOException {
        out.println("How many requests per second will each of them answer? Guess before anything runs:");
        List<Guess> guesses = new ArrayList<>();
        for (Load load : experiment.loads()) {
            for (Contender contender : experiment.contenders()) {
                guesses.add(new Guess(contender.name(), load, number("  " + contender.name() + " ("
                        + contender.specification() + ") on " + load.name() + ": ")));
            }
        }
        out.println();
        return guesses;
    }

    private double number(String question) throws UsageException, IOException {
        while (true) {
            out.print(question);
            out.flush();
            String line = in.readLine();
            if (line == null) {
                throw new UsageException("--guess: the input ended before the last guess");
            }
            String text = line.strip();
            double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text.replace(",", "")) : -1;
            if (value >= 0 && value <= MOST) {
                return value;
            }
            out.println("  please type a number from 0 to " + Numbers.text(MOST) + ", such as 190 or 95.3, not: "
                    + text);
        }
    }
}
