/**
 * HTTP to the bank upstream: a pool of connections by undici, with mutual TLS, one request after the other on each. Redirects
 * are not followed, and a body is read up to a bound. Start at `openTransport`.
 */
import { errors, Pool } from 'undici';
import type { UpstreamSettings } from './settings.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the base path, escaped. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** A header; the first of several. */
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}

/** Why there is no answer. */
export const failureKinds = [
  /** No connection: nothing was sent. */
  'UNREACHABLE',
  /** The bank's certificate is not trusted: nothing was sent. */
  'SERVER_CERTIFICATE',
  /** The bank has refused our certificate in TLS, before it read a request. */
  'CLIENT_CERTIFICATE',
  /** The connection ended in the midst of a call. */
  'BROKEN',
  /** Time ran out. */
  'LATE',
  /** What came is no HTTP, or more than a body may have. */
  'UNREADABLE',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: FailureKind;

  /** The message is a code, because those of the system may hold addresses. */
  constructor(kind: FailureKind, code: string) {
    super(code);
    this.kind = kind;
  }
}

export interface Transport {
  /** Rejects with a TransportFailure. */
  send(request: Request): Promise<Answer>;
  /** Opens new connections from now on; what is under way on the others ends there. */
  renew(): void;
  /** Ends all connections; what is under way fails. */
  close(): Promise<void>;
}

/** What an answer may have, and no answer of the interface comes near. */
export const bodyBytesAtMost = 1_024 * 1_024;

/** Less than banks and balancers keep an idle connection, so that seldom a request meets one that is being closed. */
const idleMs = 4_000;

export function openTransport(
  { url, timeoutMs, identity, authorities }: UpstreamSettings,
  connections: number,
): Transport {
  const open = () =>
    new Pool(new URL(url).origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: 60_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: bodyBytesAtMost,
      connect: {
        timeout: Math.min(timeoutMs, 5_000),
        key: identity.privateKeyPem,
        cert: identity.certificatePem,
        ...(authorities === null ? {} : { ca: [...authorities] }),
        minVersion: 'TLSv1.2',
        rejectUnauthorized: true,
      },
    });
  let pool = open();
  const left = new Set<Pool>();
  return {
    async send({ headers, ...request }) {
      try {
        const answer = await pool.request({ ...request, headers: Object.fromEntries(headers) });
        const bytes = await answer.body.bytes();
        const header = (name: string): string | null => {
          const value = answer.headers[name];
          return (Array.isArray(value) ? value[0] : value) ?? null;
        };
        return { status: answer.statusCode, header, bytes };
      } catch (error) {
        throw failureOf(error, request.signal.aborted);
      }
    },
    renew() {
      const old = pool;
      pool = open();
      left.add(old);
      const gone = () => left.delete(old);
      old.close().then(gone, gone);
    },
    async close() {
      await Promise.all([pool, ...left].map((one) => one.destroy()));
    },
  };
}

/** By code of undici, the system or OpenSSL. */
const kinds: readonly (readonly [RegExp, FailureKind])[] = [
  [/^(UND_ERR_(HEADERS|BODY)_TIMEOUT|UND_ERR_ABORTED)$/, 'LATE'],
  [/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|UND_ERR_HEADERS_OVERFLOW|NO_HTTP)$/, 'UNREADABLE'],
  [
    /^ERR_SSL_.*ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/,
    'CLIENT_CERTIFICATE',
  ],
  [/^ERR_SSL_(TLSV13_ALERT_CERTIFICATE_REQUIRED|SSL\/TLS_ALERT_BAD_CERTIFICATE)/, 'CLIENT_CERTIFICATE'],
  [
    /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    'SERVER_CERTIFICATE',
  ],
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_.*)$/,
    'UNREACHABLE',
  ],
];

function failureOf(error: unknown, aborted: boolean): TransportFailure {
  const code = codeOf(error);
  if (aborted) return new TransportFailure('LATE', code);
  const kind = kinds.find(([codes]) => codes.test(code))?.[1] ?? 'BROKEN';
  return new TransportFailure(kind, code);
}

/** The first code of the chain that is one: undici wraps errors of sockets. */
function codeOf(error: unknown): string {
  let found = 'UNKNOWN';
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof AggregateError && cause.errors[0] !== undefined) return codeOf(cause.errors[0]);
    if (cause instanceof errors.HTTPParserError) return 'NO_HTTP';
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    if (cause.code !== 'UND_ERR_SOCKET') return cause.code;
    found = cause.code;
  }
  return found;
}
