import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From JUnit, by the command alone: the bank is a process of the class, and its toolkit signs. */
class PaymentsTest {
  private static final List<String> PROGRAM =
      List.of(System.getenv().getOrDefault("PSD2_BANK", "npx psd2-bank").split(" "));
  private static Process bank;
  private static Path folder;
  private static String url;

  @BeforeAll
  static void start() throws IOException {
    folder = Files.createTempDirectory("psd2-bank-");
    folder.toFile().setExecutable(true, false);
    folder.toFile().setReadable(true, false);
    ProcessBuilder builder = new ProcessBuilder(words("start", "--for-a-test", folder.toString()));
    bank = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader said = new BufferedReader(new InputStreamReader(bank.getInputStream()));
    for (String line = said.readLine(); line != null && url == null; line = said.readLine()) {
      Matcher found = Pattern.compile("ready at (\\S+)").matcher(line);
      if (found.find()) url = found.group(1);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    bank.getOutputStream().close();
    bank.waitFor();
  }

  @Test
  void aPaymentIsMade() throws Exception {
    String answer = tpp("pay", "--text", "From JUnit");
    assertTrue(answer.contains("\"status\": 201"), answer);
  }

  /** What a command of the toolkit answers, as JSON. */
  private static String tpp(String... command) throws Exception {
    List<String> line = new ArrayList<>(words("tpp"));
    line.addAll(List.of(command));
    line.addAll(List.of("--url", url, "--data-dir", folder.toString(), "--json"));
    Process toolkit = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String answer = new String(toolkit.getInputStream().readAllBytes());
    toolkit.waitFor();
    return answer;
  }

  private static List<String> words(String... more) {
    List<String> all = new ArrayList<>(PROGRAM);
    all.addAll(List.of(more));
    return all;
  }
}
