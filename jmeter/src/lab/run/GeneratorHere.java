package lab.run;

import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.judge.Run.RemoteGenerator;
import load.JmeterArguments;

/** On this machine, by a JMeter of each run's own. Stateless. */
final class GeneratorHere implements GeneratorPlace {
    private record Local(Child process) implements Generator {
        @Override
        public long lateMillis() {
            return 0;
        }

        @Override
        public List<RemoteGenerator> machines(long from, long to) {
            return List.of();
        }

        @Override
        public void close() throws IOException {
            process.close();
        }
    }

    @Override
    public int machines() {
        return 1;
    }

    @Override
    public boolean isElsewhere() {
        return false;
    }

    @Override
    public int usersHere(int users) {
        return users;
    }

    @Override
    public void check(String serviceOne) {
        // JMeter is looked for when the experiment begins.
    }

    @Override
    public List<String> arguments(Map<String, String> properties) {
        return JmeterArguments.properties("-J", properties);
    }

    @Override
    public Path written(Path jtl) {
        return jtl;
    }

    @Override
    public Generator start(ProcessBuilder jmeter, Path jtl, Path output) throws IOException {
        return new Local(Child.startGuarded("JMeter", jmeter, 0, output));
    }

    @Override
    public String description() {
        return "JMeter on this machine";
    }
}
