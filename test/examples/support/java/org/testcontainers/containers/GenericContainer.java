package org.testcontainers.containers;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The part of Testcontainers that the example uses; the "container" is a service that already runs. */
public class GenericContainer<SELF extends GenericContainer<SELF>> {
  private final URI service = URI.create(System.getenv("SERVICE"));

  public GenericContainer(DockerImageName image) {}

  public SELF withEnv(String name, String value) {
    return self();
  }

  public SELF withExposedPorts(Integer... ports) {
    return self();
  }

  public SELF waitingFor(Wait.HttpWaitStrategy strategy) {
    return self();
  }

  public SELF withStartupTimeout(Duration timeout) {
    return self();
  }

  public void start() {}

  public void stop() {}

  public String getHost() {
    return service.getHost();
  }

  public Integer getMappedPort(int port) {
    return service.getPort();
  }

  public ExecResult execInContainer(String... command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    for (String word : command) words.add(word.replace("/data/", System.getenv("DATA_DIR") + "/"));
    Process process = new ProcessBuilder(words).start();
    String output = new String(process.getInputStream().readAllBytes());
    String errors = new String(process.getErrorStream().readAllBytes());
    return new ExecResult(process.waitFor(), output, errors);
  }

  @SuppressWarnings("unchecked")
  private SELF self() {
    return (SELF) this;
  }

  public static class ExecResult {
    private final int exitCode;
    private final String output;
    private final String errors;

    ExecResult(int exitCode, String output, String errors) {
      this.exitCode = exitCode;
      this.output = output;
      this.errors = errors;
    }

    public int getExitCode() {
      return exitCode;
    }

    public String getStdout() {
      return output;
    }

    public String getStderr() {
      return errors;
    }
  }
}
