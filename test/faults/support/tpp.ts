/** A TPP that repeats a request under its X-Request-ID until it gets a response. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SigningIdentity, signRequest } from '../../../packages/toolkit/src/sign.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

export interface Figures {
  tries: number;
  acknowledged: number;
  readonly outcomes: Map<string, number>;
  longestMs: number;
  lastSuccess: { readonly sentAt: number; readonly at: number };
}

export const newFigures = (): Figures => ({
  tries: 0,
  acknowledged: 0,
  outcomes: new Map(),
  longestMs: 0,
  lastSuccess: { sentAt: 0, at: 0 },
});

export interface PatientTpp {
  readonly identity: SigningIdentity;
  send(sent: Sent): Promise<Received>;
}

const usualPauseMs = 60;
const patienceMs = 240_000;

export function createPatientTpp(
  identity: SigningIdentity,
  base: () => string,
  figures: Figures,
  pauseMs = usualPauseMs,
): PatientTpp {
  const agent = new Agent({ keepAlive: true });

  async function once(sent: Sent): Promise<Received | null> {
    const begun = performance.now();
    figures.tries += 1;
    const received = await exchange(sent, base(), identity, agent).catch(() => null);
    const took = performance.now() - begun;
    figures.longestMs = Math.max(figures.longestMs, took);
    const outcome = received === null ? 'cut' : String(received.status);
    figures.outcomes.set(outcome, (figures.outcomes.get(outcome) ?? 0) + 1);
    if (received !== null && received.status < 300)
      figures.lastSuccess = { sentAt: begun, at: performance.now() };
    return received;
  }

  return {
    identity,
    async send(sent) {
      const until = performance.now() + patienceMs;
      for (let tries = 0; ; tries += 1) {
        const received = await once(sent);
        if (received !== null && !isLater(received)) {
          if (received.status < 300) figures.acknowledged += 1;
          return received;
        }
        if (performance.now() > until)
          throw new Error(`no answer to ${sent.method} ${sent.path} ${sent.requestId} after ${tries} tries`);
        await sleep(pauseMs);
      }
    },
  };
}

/** Responses that ask for a retry; by GraphQL a temporary refusal of a mutation is a 200. */
function isLater({ status, headers }: Received): boolean {
  const later = headers['retry-after'] !== undefined;
  if ((status === 503 || status === 429) && !later) throw new Error(`a ${status} without Retry-After`);
  return later;
}

function exchange(sent: Sent, base: string, identity: SigningIdentity, agent: Agent): Promise<Received> {
  const url = `${base}${sent.path}`;
  const { method, body, requestId } = sent;
  const signed = signRequest({ method, url, headers: sent.headers, body }, identity, { requestId });
  const headers: Record<string, string> = Object.fromEntries(signed);
  if (body !== null) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (!incoming.complete) return reject(new Error('cut'));
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: parse(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
