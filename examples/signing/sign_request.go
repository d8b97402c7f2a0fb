// Signs a request for the bank and prints its headers.
// go run sign_request.go CERTIFICATE.pem KEY.pem BODY_FILE|- ['Name: value' ...]
package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
	"time"
)

var signed = []string{"date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"}

// Sign adds the headers of signing to the given ones, whose names are in small letters.
func Sign(certificate *x509.Certificate, key *rsa.PrivateKey, headers map[string]string, body []byte) error {
	put := func(name, value string) {
		if _, given := headers[name]; !given {
			headers[name] = value
		}
	}
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		return err
	}
	put("date", strings.Replace(time.Now().UTC().Format(time.RFC1123), "UTC", "GMT", 1))
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
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash[:])
	headers["signature"] = fmt.Sprintf(`keyId="SN=%X,CA=%s",algorithm="rsa-sha256",headers="%s",signature="%s"`,
		certificate.SerialNumber, certificate.Issuer, strings.Join(names, " "), base64.StdEncoding.EncodeToString(signature))
	headers["tpp-signature-certificate"] = base64.StdEncoding.EncodeToString(certificate.Raw)
	return err
}

func read(file string) []byte {
	bytes, err := os.ReadFile(file)
	check(err)
	return bytes
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	certificateBlock, _ := pem.Decode(read(os.Args[1]))
	keyBlock, _ := pem.Decode(read(os.Args[2]))
	certificate, err := x509.ParseCertificate(certificateBlock.Bytes)
	check(err)
	key, err := x509.ParsePKCS8PrivateKey(keyBlock.Bytes)
	check(err)
	var body []byte
	if os.Args[3] != "-" {
		body = read(os.Args[3])
	}
	headers := map[string]string{}
	for _, line := range os.Args[4:] {
		name, value, _ := strings.Cut(line, ":")
		headers[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	check(Sign(certificate, key.(*rsa.PrivateKey), headers, body))
	for name, value := range headers {
		fmt.Printf("%s: %s\n", name, value)
	}
}
