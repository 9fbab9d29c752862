package classroom.vote;

import classroom.lesson.Asks;

/**
 * What the room is asked. Immutable.
 *
 * @param version greater with each opening and closing
 * @param lesson  its number; 0 before the first one
 * @param asks    what a vote is; null before the first lesson
 * @param open    whether votes are taken
 */
record Question(long version, int lesson, String title, Asks asks, boolean open) {
    static final Question NONE = new Question(0, 0, "", null, false);

    Question opened(int other, String itsTitle, Asks itsAsks) {
        return new Question(version + 1, other, itsTitle, itsAsks, true);
    }

    Question closed() {
        return open ? new Question(version + 1, lesson, title, asks, false) : this;
    }
}
