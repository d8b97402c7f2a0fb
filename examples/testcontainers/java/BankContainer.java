import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The bank in a container. Its image is built by: docker build -t psd2-bank:embedded --target embedded . */
public class BankContainer extends GenericContainer<BankContainer> {
  /** The certificate and the key of a TPP. */
  public record Tpp(X509Certificate certificate, PrivateKey key) {}

  public BankContainer() {
    super(DockerImageName.parse("psd2-bank:embedded"));
    withEnv("SANDBOX", "true");
    withExposedPorts(4000);
    waitingFor(Wait.forHttp("/readyz").forPort(4000));
    withStartupTimeout(Duration.ofSeconds(60));
  }

  public String url() {
    return "http://" + getHost() + ":" + getMappedPort(4000);
  }

  /** Makes a TPP. It does not see what another TPP creates. */
  public Tpp tpp(String name) throws IOException, InterruptedException, GeneralSecurityException {
    node("dist/tpp/cli.js", "certificate", name);
    byte[] pem = read(name + ".pem").getBytes(StandardCharsets.US_ASCII);
    String key = read(name + ".key").replaceAll("-----[A-Z ]+-----|\\s", "");
    return new Tpp(
        (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)),
        KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key))));
  }

  private String read(String file) throws IOException, InterruptedException {
    return node("-p", "fs.readFileSync('/data/tpp/" + file + "', 'utf8')");
  }

  private String node(String... words) throws IOException, InterruptedException {
    String[] command = new String[words.length + 1];
    command[0] = "node";
    System.arraycopy(words, 0, command, 1, words.length);
    ExecResult result = execInContainer(command);
    if (result.getExitCode() != 0) throw new IOException(result.getStderr());
    return result.getStdout();
  }
}
