import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.stream.*;

/** Signs a request for the bank and prints its headers. Java 11: java SignRequest.java CERTIFICATE.pem KEY.pem BODY_FILE|- ['Name: value' ...] */
public class SignRequest {
    static final List<String> SIGNED =
        List.of("date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri");
    static final Base64.Encoder BASE64 = Base64.getEncoder();

    /** The given headers, by names in small letters, and those that signing adds. The key is PKCS #8. */
    static Map<String, String> sign(X509Certificate certificate, PrivateKey key, Map<String, String> given, byte[] body)
            throws GeneralSecurityException {
        Map<String, String> headers = new TreeMap<>(given);
        headers.putIfAbsent("date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
        headers.putIfAbsent("x-request-id", UUID.randomUUID().toString());
        if (body != null) {
            headers.putIfAbsent("content-type", "application/json");
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            headers.put("digest", "SHA-256=" + BASE64.encodeToString(hash));
        }
        List<String> names = SIGNED.stream().filter(headers::containsKey).collect(Collectors.toList());
        String signingString = names.stream().map(name -> name + ": " + headers.get(name)).collect(Collectors.joining("\n"));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(signingString.getBytes(StandardCharsets.UTF_8));
        String keyId = "SN=" + certificate.getSerialNumber().toString(16) + ",CA=" + certificate.getIssuerX500Principal().getName();
        headers.put("signature", String.format("keyId=\"%s\",algorithm=\"rsa-sha256\",headers=\"%s\",signature=\"%s\"",
            keyId, String.join(" ", names), BASE64.encodeToString(signature.sign())));
        headers.put("tpp-signature-certificate", BASE64.encodeToString(certificate.getEncoded()));
        return headers;
    }

    public static void main(String[] args) throws Exception {
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
            .generateCertificate(Files.newInputStream(Path.of(args[0])));
        String pem = Files.readString(Path.of(args[1])).replaceAll("-----[A-Z ]+-----|\\s", "");
        PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        byte[] body = args[2].equals("-") ? null : Files.readAllBytes(Path.of(args[2]));
        Map<String, String> given = Arrays.stream(args).skip(3).map(line -> line.split(":", 2))
            .collect(Collectors.toMap(part -> part[0].trim().toLowerCase(), part -> part[1].trim()));
        sign(certificate, key, given, body).forEach((name, value) -> System.out.println(name + ": " + value));
    }
}
