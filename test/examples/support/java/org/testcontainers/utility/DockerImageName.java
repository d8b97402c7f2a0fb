package org.testcontainers.utility;

public record DockerImageName(String name) {
  public static DockerImageName parse(String name) {
    return new DockerImageName(name);
  }
}
