package serviceone.exercise;

import testing.Slow;
import testing.Test;

class ChainChecksTest {
    private static final String BLOCKS = "get(), join() and sleep() block the event loop";
    private static final String AUTHENTICATE = ".thenCompose(info -> serviceTwo.make(Call.authenticate(token)))";
    private static final String LAST = ".thenApply(meetings -> Response.json(meetings))";

    @Test
    void solutionPasses() throws Exception {
        Tried.assertSolutionPasses(7);
    }

    @Slow("waits for time limits")
    @Test
    void templateAndWrongChainsFail() throws Exception {
        Tried.assertTemplateFails(7);
        Tried.assertWrong(7, AUTHENTICATE, ".thenApply(info -> serviceTwo.make(Call.authenticate(token)).join())",
                BLOCKS);
        Tried.assertWrong(7, LAST, """
                .thenApply(meetings -> {
                    try {
                        Thread.sleep(50);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return Response.json(meetings);
                })""", BLOCKS);
        Tried.assertWrong(7, LAST, LAST + ".exceptionally(e -> Response.json(\"{}\"))", "a failure was lost");
        Tried.assertWrong(7, AUTHENTICATE, AUTHENTICATE + ".exceptionally(e -> null)",
                "another failure has replaced");
        Tried.assertWrong(7, AUTHENTICATE, AUTHENTICATE + ".exceptionally(e -> \"nobody\")",
                "a failure was lost");
        Tried.assertWrong(7, AUTHENTICATE,
                ".thenCombine(serviceTwo.make(Call.authenticate(token)), (info, user) -> user)",
                "a call begins before the previous answer has come");
        Tried.assertWrong(7, "Call.meetings(allowed)))", "Call.meetings(allowed))\n"
                + ".thenCombine(serviceTwo.make(Call.meetings(allowed)), (one, two) -> two))", "a call is made twice");
        Tried.assertWrong(7, AUTHENTICATE, AUTHENTICATE.replace("thenCompose", "thenComposeAsync"),
                "leave the event loop");
        Tried.assertWrong(7, LAST, LAST + """
                .thenCompose(response -> CompletableFuture.completedFuture(response))
                .handle((response, e) -> e == null ? CompletableFuture.completedFuture(response)
                        : new CompletableFuture<Response>()).thenCompose(each -> each)""", "never completed");
    }
}
