package lab.run;

import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where the load is made. Immutable; used by the runner's thread. */
public interface GeneratorPlace {
    /** Among how many machines users and arrivals are divided, evenly. */
    int machines();

    /** Whether it is on other machines, by clocks of their own. */
    boolean isElsewhere();

    /** How many of so many users the JMeter on this machine plays. */
    int usersHere(int users);

    /**
     * Refuses to go on where it cannot make load, before anything is started.
     *
     * @param serviceOne the address at which service one will listen
     */
    void check(String serviceOne) throws UsageException, IOException, InterruptedException;

    /** JMeter's arguments with which a plan gets its properties there. */
    List<String> arguments(Map<String, String> properties) throws IOException, InterruptedException;

    /** Where JMeter is to write its samples, which are to be in the JTL in the end. */
    Path written(Path jtl);

    /** Starts JMeter. @param output where what it prints goes */
    Generator start(ProcessBuilder jmeter, Path jtl, Path output) throws IOException;

    /** Where it is, in words. */
    String description();
}
