package common.settings;

/** What the services do without options, as far as others need to know it. */
public final class Defaults {
    public static final int PORT = 8082;
    public static final int STATUS_PAGE_PORT = 8083;
    public static final int SERVICE_TWO_PORT = 8087;
    /** Of a pool. Also the default of Tomcat and Spring Boot. */
    public static final int THREADS = 200;
    /** The most threads of {@code async} for work that would block an event loop. */
    public static final int WORKERS = THREADS;
    public static final int CONNECTIONS = 10_000;
    /** The time for an answer of service two. */
    public static final int ANSWER_MILLIS = 10_000;

    private Defaults() {
    }
}
