package load;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A service one that runs on this machine under the same user, as it says of itself in its system properties.
 * Immutable.
 */
public record RunningService(String mode, int port) {
    private static final String MAIN_CLASS = "serviceone.ServiceOne";

    /** Every one that is ready. */
    public static List<RunningService> all() {
        return VirtualMachine.list().stream().filter(jvm -> jvm.displayName().split(" ")[0].equals(MAIN_CLASS))
                .map(RunningService::ask).flatMap(Optional::stream).toList();
    }

    /** Empty where it cannot be asked: it has just ended, or is not ready yet. */
    private static Optional<RunningService> ask(VirtualMachineDescriptor jvm) {
        try {
            VirtualMachine machine = VirtualMachine.attach(jvm);
            try {
                return of(machine.getSystemProperties());
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<RunningService> of(Properties said) {
        return Optional.ofNullable(said.getProperty("serviceone.port"))
                .map(port -> new RunningService(said.getProperty("serviceone.mode"), Integer.parseInt(port)));
    }

    /** Such as: loom (-Jport=8082), pool (-Jport=24000). */
    public static String list(List<RunningService> services) {
        return services.stream().map(each -> each.mode + " (-Jport=" + each.port + ")")
                .collect(Collectors.joining(", "));
    }
}
