package serviceone;

import java.util.Arrays;

final class Broken {
    /** @param arguments {@code heap} or the name of a thread to interrupt, followed by service one's arguments */
    public static void main(String[] arguments) throws Exception {
        ServiceOne.main(Arrays.copyOfRange(arguments, 1, arguments.length));
        if (arguments[0].equals("heap")) {
            System.out.println(new byte[Integer.MAX_VALUE].length);      // OutOfMemoryError: no array can be so long
        }
        Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(arguments[0])).findFirst()
                .orElseThrow().interrupt();
    }
}
