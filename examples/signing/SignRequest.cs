// Signs a request for the bank and prints its headers. .NET 8: dotnet run -- CERTIFICATE.pem KEY.pem BODY_FILE|- ['Name: value' ...]
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

var certificate = X509Certificate2.CreateFromPemFile(args[0], args[1]);
var body = args[2] == "-" ? null : File.ReadAllBytes(args[2]);
var given = args.Skip(3).Select(line => line.Split(':', 2))
    .ToDictionary(part => part[0].Trim().ToLowerInvariant(), part => part[1].Trim());
foreach (var (name, value) in RequestSigner.Sign(certificate, given, body)) Console.WriteLine($"{name}: {value}");

public static class RequestSigner
{
    static readonly string[] Signed = { "date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri" };

    /// <summary>The given headers, by names in small letters, and those that signing adds. The certificate has its key.</summary>
    public static IDictionary<string, string> Sign(X509Certificate2 certificate, IDictionary<string, string> given, byte[]? body)
    {
        var headers = new SortedDictionary<string, string>(given, StringComparer.Ordinal);
        headers.TryAdd("date", DateTime.UtcNow.ToString("R"));
        headers.TryAdd("x-request-id", Guid.NewGuid().ToString());
        if (body is not null)
        {
            headers.TryAdd("content-type", "application/json");
            headers["digest"] = "SHA-256=" + Convert.ToBase64String(SHA256.HashData(body));
        }
        var names = Signed.Where(headers.ContainsKey).ToArray();
        var signingString = string.Join("\n", names.Select(name => $"{name}: {headers[name]}"));
        using var key = certificate.GetRSAPrivateKey() ?? throw new CryptographicException("The key is no RSA key.");
        var signature = key.SignData(Encoding.UTF8.GetBytes(signingString), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var keyId = $"SN={certificate.SerialNumber},CA={certificate.Issuer}";
        headers["signature"] = $"keyId=\"{keyId}\",algorithm=\"rsa-sha256\","
            + $"headers=\"{string.Join(' ', names)}\",signature=\"{Convert.ToBase64String(signature)}\"";
        headers["tpp-signature-certificate"] = Convert.ToBase64String(certificate.RawData);
        return headers;
    }
}
