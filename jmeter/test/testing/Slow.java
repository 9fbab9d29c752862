package testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test, or all tests of a class, that only {@code ./build.sh test all} runs, or who names it. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Slow {
    /** Why it takes long: it starts many processes, waits for deadlines of seconds, or makes a storm. */
    String value();
}
