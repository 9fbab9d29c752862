package testing;

import module java.base;

/** A slow test runs only with {@code ./build.sh test NAME} or {@code ./build.sh test all}. The value says why. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Slow {
    String value();
}
