package serviceone.exercise;

final class MeetingsSource {
    private MeetingsSource() {
    }

    /** @param statements may use {@code two}, {@code token} and {@code meetings(two, token)} */
    static String text(String className, String statements, String members) {
        return """
                import common.http.Response;
                import java.util.concurrent.*;
                import java.util.concurrent.atomic.*;
                import serviceone.calls.*;
                public class %s implements Meetings.Blocking {
                    public Response answer(BlockingCalls two, String token) throws CallException, InterruptedException {
                        %s
                    }
                    private static byte[] meetings(BlockingCalls two, String token) throws CallException {
                        return two.make(Call.meetings(two.make(Call.authorize(two.make(Call.authenticate(token))))));
                    }
                    %s
                }
                """.formatted(className, statements, members);
    }
}
