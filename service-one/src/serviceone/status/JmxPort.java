package serviceone.status;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets the JDK's own agent show this JVM's MBeans at a port of the loopback interface, for consoles that cannot attach
 * to a local process: {@code service:jmx:rmi:///jndi/rmi://127.0.0.1:PORT/jmxrmi}. It has no password, and whoever
 * connects can control the JVM: it is opened only if asked for. Of who has not connected, the agent reads nothing but
 * strings, and nobody can change its registry: both are the agent's own doing, and JmxPortTest sees that they stay so.
 * No state; the agent's threads serve it.
 */
final class JmxPort {
    /** @throws IOException if the port cannot be had, or the agent does not start */
    static void open(int port) throws IOException {
        new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();      // says it clearly if it is taken
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");      // where clients are told to call back
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(ProcessHandle.current().pid()), "ManagementAgent.start", "jmxremote.host=127.0.0.1",
                "jmxremote.port=" + port, "jmxremote.rmi.port=" + port, "jmxremote.authenticate=false",
                "jmxremote.ssl=false", "jmxremote.registry.ssl=false");
        Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = jcmd.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            if (jcmd.waitFor() != 0) {
                throw new IOException("the JDK's agent does not start: " + said.strip().replace('\n', ' '));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the JDK's agent was to start", e);
        }
    }
}
