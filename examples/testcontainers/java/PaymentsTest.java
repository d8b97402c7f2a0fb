import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A test of a TPP: it makes a payment, and the PSU approves it. SignRequest is the one of examples/signing. */
class PaymentsTest {
  static final String PAYMENTS = "/v1/payments/instant-norwegian-domestic-credit-transfers-straks";
  static final String PAYMENT =
      """
      {"instructedAmount": {"amount": "99.00", "currency": "NOK"}, "creditorName": "Kari Nordmann",
       "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "creditorAddress": {"country": "NO"},
       "debtorAccount": {"bban": "95360573002", "currency": "NOK"}}""";
  static final String APPROVAL =
      """
      {"query": "mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { psuMessage } }",
       "variables": {"input": {"authorisationId": "%s", "outcome": "APPROVE"}}}""";
  static final Map<String, String> PSU =
      Map.of(
          "x-accept-fix", "amount-as-string",
          "psu-id", "9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11",
          "psu-ip-address", "192.0.2.7",
          "psu-context", "PRIVATE",
          "tpp-session-id", "session-1",
          "tpp-redirect-uri", "https://tpp.example/return");

  static final BankContainer bank = new BankContainer();
  static BankContainer.Tpp tpp;

  @BeforeAll
  static void start() throws Exception {
    bank.start();
    tpp = bank.tpp("orders");
  }

  @AfterAll
  static void stop() {
    bank.stop();
  }

  @Test
  void aPaymentIsSettledWhenItsPsuApprovesIt() throws Exception {
    String payment = PAYMENTS + "/" + field("paymentId", call("POST", PAYMENTS, PSU, PAYMENT));
    String authorisation = field("authorisationId", call("POST", payment + "/authorisations", Map.of(), null));
    call("POST", "/graphql", Map.of(), APPROVAL.formatted(authorisation));
    assertEquals("ACSC", field("transactionStatus", call("GET", payment + "/status", Map.of(), null)));
  }

  static String call(String method, String path, Map<String, String> headers, String text) throws Exception {
    byte[] body = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(bank.url() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    SignRequest.sign(tpp.certificate(), tpp.key(), headers, body).forEach(request::header);
    HttpResponse<String> response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    assertTrue(response.statusCode() < 300, response.body());
    return response.body();
  }

  static String field(String name, String json) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    assertTrue(matcher.find(), json);
    return matcher.group(1);
  }
}
