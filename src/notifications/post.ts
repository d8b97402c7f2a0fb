/** Posts to servers of TPPs. Follows no redirects, and limits the time and the length of the response. */
import { Agent } from 'undici';
import { connectionErrorCode, untrustedCertificateCode } from '../domain/values/connection-errors.ts';
import { addressRefusedCode, type ConnectorParts, createConnector } from './connector.ts';

const postMs = 10_000;
/** The poster reads the body only to use the connection again, so it does not wait long. */
const bodyMs = 1_000;
const keepAliveMs = 4_000;
const maxResponseBytes = 4_096;

export function createPoster(parts: ConnectorParts) {
  const agent = new Agent({
    connect: createConnector(parts),
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: postMs,
  });
  return {
    /** `failure` is a text for the TPP; null: the TPP has accepted the notification. `status` is null if there was no response. */
    async post(uri: string, headers: Headers, body: string, timeoutMs = postMs) {
      const { origin, pathname, search } = new URL(uri);
      const controller = new AbortController();
      const { signal } = controller;
      // AbortSignal.timeout() would keep its timer after the response.
      const abortIn = (ms: number) => setTimeout(() => controller.abort(), ms);
      let timer = abortIn(timeoutMs);
      try {
        const request = { origin, path: `${pathname}${search}`, method: 'POST' as const, body, signal };
        const response = await agent.request({ ...request, headers: Object.fromEntries(headers) });
        clearTimeout(timer);
        timer = abortIn(Math.min(bodyMs, timeoutMs));
        await response.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined);
        const { statusCode: status } = response;
        return { status, failure: failureOfStatus(status) };
      } catch (error) {
        return { status: null, failure: signal.aborted ? timeoutText(timeoutMs) : failureOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
    /** Also ends running attempts. */
    close: () => agent.destroy(),
  };
}

const timeoutText = (ms: number): string => `there was no response within ${ms / 1_000} seconds`;

function failureOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return `the response has status ${status}${isRedirect ? '; redirects are not followed' : ', not 2xx'}`;
}

const failureTexts: Readonly<Record<string, string>> = {
  [addressRefusedCode]: 'the host resolves to an address that is not public',
  ENOTFOUND: 'the host cannot be resolved',
  EAI_AGAIN: 'the host cannot be resolved',
  ECONNREFUSED: 'the host refuses the connection',
  NO_HTTP: 'the response is not HTTP',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not opened in time',
};

/** The TPP gets a code and not the message of the error, because the message may contain an address. */
function failureOf(error: unknown): string {
  const code = connectionErrorCode(error);
  if (untrustedCertificateCode.test(code)) return `the TLS certificate of the host is not trusted (${code})`;
  return failureTexts[code] ?? `the connection failed (${code})`;
}
