package org.junit.jupiter.api;

public class Assertions {
  public static void assertEquals(Object expected, Object actual) {
    assertTrue(expected.equals(actual), actual + " instead of " + expected);
  }

  public static void assertTrue(boolean condition, String message) {
    if (!condition) throw new AssertionError(message);
  }
}
