package serviceone.meter;

/** How a call to service two ended. */
public enum CallEnd {
    /** With an answer, whatever it said. */
    ANSWERED,
    /** Service two had it for as long as service one waits; it may be waiting there still. */
    LATE,
    /** At once: nobody was there, or the connection broke. */
    FAILED
}
