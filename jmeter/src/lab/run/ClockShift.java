package lab.run;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moves a record of a JTL from the clock of the generator that made it to this machine's. The generator is told by the
 * name of the sample's thread, which JMeter begins with the HOST:PORT that it was given the order at. Immutable.
 *
 * @param ahead milliseconds by which the clock of each HOST:PORT is ahead
 */
record ClockShift(Map<String, Double> ahead) {
    private static final Pattern STAMP = Pattern.compile("^(\\d{13}),");

    /** @throws IOException where nobody knows whose record it is */
    String moved(String record) throws IOException {
        Matcher stamp = STAMP.matcher(record);
        if (!stamp.find()) {
            return record;      // the names of the columns
        }
        long here = Math.round(Long.parseLong(stamp.group(1)) - ahead(record));
        return here + record.substring(stamp.end(1));
    }

    private double ahead(String record) throws IOException {
        for (Map.Entry<String, Double> each : ahead.entrySet()) {
            if (record.contains("," + each.getKey() + "-")) {
                return each.getValue();
            }
        }
        throw new IOException("a sample of none of the generators " + ahead.keySet() + ": " + record.strip());
    }
}
