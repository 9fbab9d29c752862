package load;

import module java.base;

/** Takes JMeter's command line, and prints and writes what this project reads. Two users wait for a second. */
public final class FakeJmeter {
    private FakeJmeter() {
    }

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        Path folder = Path.of(all.get(all.indexOf("-j") + 1)).getParent();
        if (all.contains("-s")) {
            Files.write(folder.resolve("server-arguments"), all);
            serve(Integer.parseInt(value(all, "-Jserver_port=")));
        }
        try (DatagramSocket commands = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            System.out.println("Starting standalone test @ now");
            System.out.println("Waiting for possible Shutdown/StopTestNow message on port " + commands.getLocalPort());
            System.out.println("summary =      2 in 00:00:01 =    2.0/s Avg:  1000 Min:  1000 Max:  1000");
            Files.write(folder.resolve("arguments"), all);
            if (all.contains("-Jfake.stays=true")) {
                DatagramPacket command = new DatagramPacket(new byte[99], 99);
                commands.receive(command);
                Files.writeString(folder.resolve("command"), new String(command.getData(), 0, command.getLength()));
            }
        }
        Files.createDirectory(folder.resolve("temporary"));
        Files.writeString(Path.of(all.get(all.indexOf("-l") + 1)),
                "timeStamp,elapsed,success,threadName\n0,1000,true,Users 1-1\n0,1000,true,Users 1-2\n");
    }

    private static void serve(int port) throws IOException {
        System.out.println("Starting the test on host 127.0.0.1");
        try (ServerSocket server = new ServerSocket(port, 9, InetAddress.getLoopbackAddress())) {
            while (true) {
                server.accept().close();
            }
        }
    }

    private static String value(List<String> arguments, String name) {
        return arguments.stream().filter(each -> each.startsWith(name)).findFirst().orElseThrow()
                .substring(name.length());
    }
}
