/** Error codes of Node if it does not trust the TLS certificate of a server, or if the certificate is for another host. */
export const untrustedCertificateCode =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
