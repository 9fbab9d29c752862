package serviceone.calls;

/** What service two answered. */
record Answer(int status, byte[] body) {
}
