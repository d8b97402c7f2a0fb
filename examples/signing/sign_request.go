// Signs a request for the bank and prints its headers.
// go run sign_request.go CERTIFICATE.pem KEY.pem BODY_FILE|- ['Name: value' ...]
package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"time"
)

var signed = []string{"date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"}

// Sign adds the headers of signing to the given ones, whose names are in small letters.
func Sign(certificate *x509.Certificate, key *rsa.PrivateKey, headers map[string]string, body []byte) {
	put := func(name, value string) {
		if _, given := headers[name]; !given {
			headers[name] = value
		}
	}
	id := make([]byte, 16)
	must(rand.Read(id))
	put("date", time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	put("x-request-id", fmt.Sprintf("%x", id))
	if body != nil {
		put("content-type", "application/json")
		hash := sha256.Sum256(body)
		headers["digest"] = "SHA-256=" + base64.StdEncoding.EncodeToString(hash[:])
	}
	var names, lines []string
	for _, name := range signed {
		if value, there := headers[name]; there {
			names, lines = append(names, name), append(lines, name+": "+value)
		}
	}
	hash := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	signature := must(rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash[:]))
	headers["signature"] = fmt.Sprintf(`keyId="SN=%X,CA=%s",algorithm="rsa-sha256",headers="%s",signature="%s"`,
		certificate.SerialNumber, certificate.Issuer, strings.Join(names, " "), base64.StdEncoding.EncodeToString(signature))
	headers["tpp-signature-certificate"] = base64.StdEncoding.EncodeToString(certificate.Raw)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	pair := must(tls.LoadX509KeyPair(os.Args[1], os.Args[2]))
	var body []byte
	if os.Args[3] != "-" {
		body = must(os.ReadFile(os.Args[3]))
	}
	headers := map[string]string{}
	for _, line := range os.Args[4:] {
		name, value, _ := strings.Cut(line, ":")
		headers[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	Sign(must(x509.ParseCertificate(pair.Certificate[0])), pair.PrivateKey.(*rsa.PrivateKey), headers, body)
	for name, value := range headers {
		fmt.Printf("%s: %s\n", name, value)
	}
}
