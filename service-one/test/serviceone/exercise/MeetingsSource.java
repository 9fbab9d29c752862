package serviceone.exercise;

/** A class of exercise 3 or 5 that is written otherwise than ours. */
final class MeetingsSource {
    private MeetingsSource() {
    }

    /**
     * Calls service {@code two}; has a method for three of its calls.
     *
     * @param statements of answer()
     * @param members    what else they need
     */
    static String of(String className, String statements, String members) {
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
