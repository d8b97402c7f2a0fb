/** Error codes of Node if it does not trust the TLS certificate of a server, or if the certificate is for another host. */
export const untrustedCertificateCode =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;

/** The first code in the chain of causes. Undici's UND_ERR_SOCKET counts only without a cause. NO_HTTP: the response is not HTTP. */
export function connectionErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return connectionErrorCode(error.errors[0]);
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error.name === 'HTTPParserError') return 'NO_HTTP';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
  const isWrapper = code === 'UND_ERR_SOCKET' || code === 'UNKNOWN';
  return isWrapper && error.cause instanceof Error ? connectionErrorCode(error.cause) : code;
}
