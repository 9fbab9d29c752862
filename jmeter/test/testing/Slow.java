package testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test, or a class of tests, as slow: it runs only if it is named, or with {@code ./build.sh test all}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Slow {
    /** Why it takes long, for example because it starts many processes. */
    String value();
}
