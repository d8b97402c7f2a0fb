/** Sends requests over HTTPS with a client certificate, and names the cause if there is no response. */
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';
import { connectionErrorCode, untrustedCertificateCode } from '../../domain/values/connection-errors.ts';
import type { CallSettings } from './settings.ts';

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute and escaped. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
  /** In bytes; `defaultAnswerBytesAtMost` when absent. */
  readonly answerBytesAtMost?: number;
}

export interface RemoteAnswer {
  readonly status: number;
  /** `name` must be in lower case. Returns the first value of the header, or null. */
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}

export type FailureKind =
  /** There was no connection, so nothing was sent. */
  | 'UNREACHABLE'
  /** The bank's certificate is not trusted, so nothing was sent. */
  | 'SERVER_CERTIFICATE'
  /** The bank refused the certificate of this service in TLS, before it read a request. */
  | 'CLIENT_CERTIFICATE'
  /** The connection broke after it was open. */
  | 'BROKEN'
  | 'LATE'
  /** The response is not HTTP, or too large. */
  | 'UNREADABLE';

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: FailureKind;
  /** The response with the bytes that have arrived, if its body is too large; otherwise null. */
  readonly partialAnswer: RemoteAnswer | null;

  /** The message is a code, because system messages may contain addresses. */
  constructor(kind: FailureKind, code: string, partialAnswer: RemoteAnswer | null = null) {
    super(code);
    this.kind = kind;
    this.partialAnswer = partialAnswer;
  }
}

/** Only a response with ISO 20022 documents can come near this size. */
const defaultAnswerBytesAtMost = 1_024 * 1_024;

/** Banks keep idle connections for longer, so a bank seldom closes one just when a request begins. */
const idleMs = 4_000;
const maxConnectMs = 5_000;

function openPool({ url, timeoutMs, identity, authorities }: CallSettings, connections: number) {
  const { connect, failureOf } = createConnector({
    timeout: Math.min(timeoutMs, maxConnectMs),
    allowH2: false,
    key: identity.privateKeyPem,
    cert: identity.certificatePem,
    ...(authorities === null ? {} : { ca: [...authorities] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  });
  const pool = new Pool(new URL(url).origin, {
    connections,
    connect,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    // A `Keep-Alive` header of the bank replaces `idleMs`, up to this limit.
    keepAliveMaxTimeout: 60_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return { pool, failureOf };
}

export type Transport = ReturnType<typeof openTransport>;

/** Opens at most `connections` connections at the same time. Old connections that `renew` leaves open are not counted. */
export function openTransport(initialSettings: CallSettings, connections: number) {
  let settings = initialSettings;
  let current = openPool(settings, connections);
  const oldPools = new Set<Pool>();

  /** Rejects with a TransportFailure. */
  async function send({
    url,
    headers,
    answerBytesAtMost = defaultAnswerBytesAtMost,
    ...request
  }: RemoteRequest): Promise<RemoteAnswer> {
    const { pool, failureOf } = current;
    const { pathname, search } = new URL(url);
    // Without this `accept-encoding`, a bank may compress a response, and undici does not decompress it.
    const allHeaders = { ...Object.fromEntries(headers), 'accept-encoding': 'identity' };
    const options = { ...request, path: pathname + search, headers: allHeaders };
    const answer = await requestBounded(pool, options, answerBytesAtMost).catch((error: unknown) => {
      throw request.signal.aborted ? new TransportFailure('LATE', 'TIMEOUT') : failureOf(error);
    });
    if (answer.bytes.byteLength <= answerBytesAtMost) return answer;
    throw new TransportFailure('UNREADABLE', 'TOO_LARGE', answer);
  }

  return {
    send,
    /** true: the bank has responded, with any status. */
    tryToReach: (): Promise<boolean> =>
      send({
        method: 'GET',
        url: settings.url,
        headers: new Headers({ 'user-agent': 'psd2-bank' }),
        body: null,
        signal: AbortSignal.timeout(settings.timeoutMs),
      }).then(
        () => true,
        () => false,
      ),
    /** Calls in progress end on the old connections. */
    renew(newSettings: CallSettings): void {
      settings = newSettings;
      const oldPool = current.pool;
      current = openPool(settings, connections);
      oldPools.add(oldPool);
      const forget = () => oldPools.delete(oldPool);
      oldPool.close().then(forget, forget);
    },
    /** Aborts calls in progress. */
    async close(): Promise<void> {
      await Promise.all([current.pool, ...oldPools].map((pool) => pool.destroy()));
    },
  };
}

async function requestBounded(
  pool: Pool,
  options: Dispatcher.RequestOptions,
  bytesAtMost: number,
): Promise<RemoteAnswer> {
  const { statusCode: status, headers, body } = await pool.request(options);
  const header = (name: string): string | null => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  return { status, header, bytes: await readBounded(body, bytesAtMost) };
}

/** Stops after the chunk that exceeds the bound. Leaving the loop early also closes the connection. */
async function readBounded(body: AsyncIterable<Uint8Array>, bytesAtMost: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > bytesAtMost) break;
  }
  return Buffer.concat(chunks);
}

const certificateAlertCode =
  /^ERR_SSL_.*_ALERT_(BAD_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)$/;
/** An alert explains an error of the same connection only if the error follows within this time. */
const alertMs = 1_000;

function createConnector(options: buildConnector.BuildOptions) {
  const connector = buildConnector(options);
  const connectErrors = new WeakSet<Error>();
  /** Codes of TLS alerts, by local port. In TLS 1.3 an alert comes after the connection is open, so a request's error does not name it. */
  const alerts = new Map<number, string>();

  function recordAlerts(socket: Socket): void {
    const { localPort } = socket;
    socket.on('error', (error) => {
      const code = connectionErrorCode(error);
      if (localPort === undefined || !certificateAlertCode.test(code)) return;
      alerts.set(localPort, code);
      setTimeout(() => alerts.delete(localPort), alertMs).unref();
    });
  }

  const connect: buildConnector.connector = (target, callback) =>
    // The parameters are one tuple, so that TypeScript knows that exactly one of the two is null.
    connector(target, (...[error, socket]) => {
      if (error !== null) {
        connectErrors.add(error);
        callback(error, null);
      } else {
        recordAlerts(socket);
        callback(null, socket);
      }
    });

  function failureOf(error: unknown): TransportFailure {
    const code = connectionErrorCode(error);
    if (error instanceof Error && connectErrors.has(error)) {
      if (untrustedCertificateCode.test(code)) return new TransportFailure('SERVER_CERTIFICATE', code);
      const kind = certificateAlertCode.test(code) ? 'CLIENT_CERTIFICATE' : 'UNREACHABLE';
      return new TransportFailure(kind, code);
    }
    const port = error instanceof errors.SocketError ? error.socket?.localPort : undefined;
    const alert = port === undefined ? undefined : alerts.get(port);
    if (alert !== undefined) return new TransportFailure('CLIENT_CERTIFICATE', alert);
    if (timeoutCodes.has(code)) return new TransportFailure('LATE', code);
    return new TransportFailure(unreadableCodes.has(code) ? 'UNREADABLE' : 'BROKEN', code);
  }

  return { connect, failureOf };
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const unreadableCodes = new Set(['UND_ERR_HEADERS_OVERFLOW', 'NO_HTTP']);
