import { createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyAndCertificate } from '../../../packages/toolkit/src/certificates.ts';
import { ensureSandboxFiles } from '../../../packages/toolkit/src/files.ts';
import { signingStringOf, signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type Bank, psuHeaders, type Tpp } from '../../support/bank.ts';
import { injectRequest } from '../../support/inject.ts';
import { laySandboxKeys } from '../../support/keys.ts';
import { domesticPath } from '../../support/story.ts';

const everything = `id at method path operationName status code xRequestId durationMs
  requestHeaders { name value } requestBody responseHeaders { name value } responseBody
  checks { name result detail durationMs } signature { expected received firstDifference }`;

export interface Logged {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly operationName: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly xRequestId: string | null;
  readonly durationMs: number;
  readonly requestHeaders: { name: string; value: string }[];
  readonly requestBody: string | null;
  readonly responseHeaders: { name: string; value: string }[];
  readonly responseBody: string | null;
  readonly checks: { name: string; result: string; detail: string | null; durationMs: number | null }[];
  readonly signature: { expected: string; received: string | null; firstDifference: number | null } | null;
}

/** The newest entries, without the log's own queries. */
export async function logOf(tpp: Tpp, filter: Record<string, unknown> = {}, first = 100): Promise<Logged[]> {
  const { json } = await tpp.graphqlRaw(
    `query ReadLog($filter: RequestLogFilter, $first: Int) { requestLog(filter: $filter, first: $first) { nodes { ${everything} } } }`,
    { filter, first },
  );
  if (json.errors) throw new Error(JSON.stringify(json.errors));
  return json.data.requestLog.nodes.filter(({ operationName }: Logged) => operationName !== 'ReadLog');
}

export async function entryOf(tpp: Tpp, xRequestId: string): Promise<Logged> {
  const [entry, ...others] = await logOf(tpp, { xRequestId });
  if (entry === undefined || others.length > 0) throw new Error(`${others.length} entries too many, or none`);
  return entry;
}

export const headerOf = (headers: Logged['requestHeaders'], wanted: string): string | undefined =>
  headers.find(({ name }) => name === wanted)?.value;

/** The results of the checks, a letter each: `PPFSSSSS`. */
export const resultsOf = ({ checks }: Logged): string => checks.map(({ result }) => result[0]).join('');

/** A creation with a signature over `text` of the right signing string; returns its X-Request-ID, and the response. */
export async function sendSigned(
  bank: Bank,
  identity: KeyAndCertificate,
  text: (right: string, lines: string[]) => string,
  changes: (headers: Headers) => void = () => undefined,
): Promise<{ xRequestId: string; status: number; body: string; right: string }> {
  const url = `http://localhost:4000${domesticPath}`;
  const body = JSON.stringify({ any: randomUUID() });
  const xRequestId = randomUUID();
  const request = { method: 'POST', url, headers: { ...psuHeaders, 'x-request-id': xRequestId }, body };
  const headers = signRequest(request, identity, { now: new Date(bank.time.now) });
  const covered = (/headers="([^"]*)"/.exec(headers.get('signature') ?? '')?.[1] ?? '').split(' ');
  const right = signingStringOf(request, headers, covered);
  const signature = sign(
    'RSA-SHA256',
    Buffer.from(text(right, right.split('\n')), 'latin1'),
    createPrivateKey(identity.privateKeyPem),
  ).toString('base64');
  headers.set(
    'signature',
    (headers.get('signature') ?? '').replace(/signature="[^"]*"/, `signature="${signature}"`),
  );
  changes(headers);
  const response = await injectRequest(bank.app, new Request(url, { method: 'POST', headers, body }));
  return { xRequestId, status: response.status, body: await response.text(), right };
}

export const certificateHeader = ({ certificatePem }: KeyAndCertificate): string =>
  new X509Certificate(certificatePem).raw.toString('base64');

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'psd2-log-'));
  await ensureSandboxFiles(laySandboxKeys(folder));
  return folder;
}
