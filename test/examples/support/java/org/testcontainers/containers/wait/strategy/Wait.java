package org.testcontainers.containers.wait.strategy;

public class Wait {
  public static HttpWaitStrategy forHttp(String path) {
    return new HttpWaitStrategy();
  }

  public static class HttpWaitStrategy {
    public HttpWaitStrategy forPort(int port) {
      return this;
    }
  }
}
