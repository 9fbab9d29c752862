package exercise;

/** Stands in for {@code BehaviourChecks}. Its only check is that the learner's {@code run()} returns. */
final class StandInChecks {
    private StandInChecks() {
    }

    public static void main(String[] arguments) throws Exception {
        Runnable solution = (Runnable) Class.forName("FixedPoolDrain").getConstructor().newInstance();
        try {
            solution.run();
            System.out.println("@ {\"check\":\"it runs\",\"passed\":true}");
        } catch (Throwable e) {
            System.out.println("@ {\"check\":\"it runs\",\"passed\":false,\"found\":\"" + e.getClass().getSimpleName()
                    + "\",\"hint\":\"see " + arguments[0] + "\"}");
        }
        System.out.println("@ {\"done\":true}");
        Runtime.getRuntime().halt(0);
    }
}
