package common.process;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import testing.ClosedPort;
import testing.Test;

class ListeningProcessesTest {
    @Test
    void whoListensIsFoundAndNobodyElse() throws Exception {
        for (String address : List.of("127.0.0.1", "::1", "0.0.0.0")) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
                assertEquals(List.of(ProcessHandle.current()), ListeningProcesses.at(socket.getLocalPort()), address);
            }
        }
        try (ClosedPort closed = new ClosedPort()) {
            assertEquals(List.of(), ListeningProcesses.at(closed.number()));
        }
    }
}
