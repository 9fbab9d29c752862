package common.json;

import module java.base;

/** Marks a record's component that {@link Records#readComplete} may not find: it becomes null. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface MayBeMissing {
}
