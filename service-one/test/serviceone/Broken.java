package serviceone;

import java.util.Arrays;

/** Service one, in which something breaks as soon as it is ready. */
final class Broken {
    /** @param arguments {@code heap}, or the thread that is interrupted, as nobody does; then service one's own */
    public static void main(String[] arguments) throws Exception {
        ServiceOne.main(Arrays.copyOfRange(arguments, 1, arguments.length));
        if (arguments[0].equals("heap")) {
            System.out.println(new byte[Integer.MAX_VALUE].length);      // more than any heap has room for
        }
        Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(arguments[0])).findFirst()
                .orElseThrow().interrupt();
    }
}
