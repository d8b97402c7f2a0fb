/** Codes of Node for a TLS certificate of the other side that is not trusted, or belongs to another host. */
export const untrustedCertificateCode =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
