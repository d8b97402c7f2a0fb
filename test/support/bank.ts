/** A bank in process on its own database, and TPPs that sign requests to it: no port, no network, no sleeping. */
import postgres from 'postgres';
import {
  createAuthority,
  issueCertificate,
  type KeyAndCertificate,
  type Role,
} from '../../packages/toolkit/src/certificates.ts';
import { type SignOptions, signRequest } from '../../packages/toolkit/src/sign.ts';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { type App, type AppParts, createApp } from '../../src/app.ts';
import type { DatabaseOptions } from '../../src/db/connections/client.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { DoorLogEntry } from '../../src/observability/request-trace.ts';
import { createTrustStore } from '../../src/security/trust.ts';
import { cloneDatabase } from './database.ts';
import { inject } from './inject.ts';
import { sharedKey } from './keys.ts';
import { engine, withBankBehind } from './left-out.ts';
import { expectAnswerMatches, knowDocument } from './openapi.ts';
import './refusals.ts';
import { openWatchedDatabase, type WatchedDatabase } from './watched-database.ts';

const origin = 'http://localhost:4000';
const day = 86_400_000;
const authority = createAuthority({
  commonName: 'Test CA',
  notBefore: new Date(Date.now() - day),
  notAfter: new Date(Date.now() + 30 * day),
  privateKeyPem: sharedKey(),
});

export { authority };

const seals = new Map<string, KeyAndCertificate>();

/** The certificate of a TPP in every bank of a process: making one takes longer than most requests. */
function sealOf(organizationIdentifier: string, roles?: readonly Role[] | null): KeyAndCertificate {
  const key = JSON.stringify([organizationIdentifier, roles]);
  const known = seals.get(key) ?? certificateFor(organizationIdentifier, roles);
  seals.set(key, known);
  return known;
}

export function certificateFor(
  organizationIdentifier: string,
  roles: readonly Role[] | null = ['PSP_PI', 'PSP_AI'],
): KeyAndCertificate {
  return issueCertificate({
    authority,
    organizationIdentifier,
    organizationName: `TPP ${organizationIdentifier}`,
    commonName: 'seal',
    roles,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + 20 * day),
    privateKeyPem: sharedKey(),
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface Tpp {
  readonly identity: KeyAndCertificate;
  rest(method: string, path: string, options?: RestOptions): Promise<Answer>;
  graphqlRaw(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RestOptions,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ): Promise<Answer & { data: any }>;
}

export interface RestOptions extends SignOptions {
  readonly body?: unknown;
  /** A body as bytes or text, sent unchanged. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Bank {
  readonly app: App;
  readonly database: WatchedDatabase;
  readonly databaseUrl: string;
  readonly sql: postgres.Sql;
  readonly log: DoorLogEntry[];
  /** Moves the real clock of the process under test. */
  readonly time: { now: number };
  tpp(organizationIdentifier?: string, roles?: readonly Role[] | null): Tpp;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  count(table: string): Promise<number>;
  /** A second process on the same database, with its own parts where given. */
  replica(more?: Partial<AppParts>): Bank;
  stop(): Promise<void>;
}

/** Headers of a TPP for a payment (columns E, F, G of the table of headers), single SCA. */
export const psuHeaders: Readonly<Record<string, string>> = {
  'x-accept-fix': 'amount-as-string',
  'tpp-session-id': 'session-1',
  'tpp-redirect-uri': 'https://tpp.example/return?state=1',
  'psu-id': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'psu-ip-address': '192.0.2.7',
  'psu-context': 'PRIVATE',
};

/**
 * `reach` may put a proxy between the bank and its database; it returns the settings to connect. With BEHIND=bank the
 * bank is a facade in front of another one.
 */
export async function startBank(
  parts: Partial<AppParts> = {},
  reach: (databaseUrl: string) => Promise<Reach> = async (url) => url,
): Promise<Bank> {
  if (withBankBehind && parts.upstream === undefined) return startFacade(parts, reach);
  return startOne(parts, reach, { now: Date.now() });
}

let usual: Partial<AppParts> = {};

/** Runs the tests of other files with a bank of another kind; `{}` ends that. */
export function startBanksWith(parts: Partial<AppParts>): void {
  usual = parts;
}

type Reach = string | Omit<DatabaseOptions, 'poolSize'>;

async function startOne(
  parts: Partial<AppParts>,
  reach: (databaseUrl: string) => Promise<Reach>,
  time: { now: number },
): Promise<Bank> {
  const direct = await cloneDatabase();
  const reached = await reach(direct);
  return bankOn(direct, typeof reached === 'string' ? { url: reached } : reached, parts, time);
}

export const facadeId = 'PSDNO-FSA-FACADE';
export const upstreamSecret = 'of the tests';

const facades = new WeakMap<Tpp, Facade>();
export const facadeOf = (tpp: Tpp): Facade | undefined => facades.get(tpp);

export interface Facade extends Bank {
  readonly behind: Bank;
}

/** A facade, and its bank, with the same products and the same time. */
async function startFacade(
  parts: Partial<AppParts>,
  reach: (databaseUrl: string) => Promise<Reach>,
): Promise<Facade> {
  // It loads an HTTP client, which other tests do not need.
  const { upstreamTo } = await import('./facade.ts');
  const time = { now: Date.now() };
  const bank = await startOne({ requestLog: false }, async (url) => url, time);
  const url = await bank.app.listen({ host: '127.0.0.1', port: 0 });
  const client = upstreamTo(
    url,
    sealOf(facadeId),
    () => time.now,
    (kind) => console.error('the bank behind complains about the facade', kind),
    // Long-running tests are not about time-outs.
    20_000,
  );
  const front = await startOne({ ...parts, upstream: { client, secret: () => upstreamSecret } }, reach, time);
  const inFrontOf = (one: Bank): Facade => {
    const facade = {
      ...one,
      behind: bank,
      tpp(...whom: Parameters<Bank['tpp']>) {
        const tpp = one.tpp(...whom);
        facades.set(tpp, facade);
        return tpp;
      },
      replica: (more?: Partial<AppParts>) => inFrontOf(one.replica(more)),
    };
    return facade;
  };
  return {
    ...inFrontOf(front),
    async stop() {
      await client.close();
      await bank.app.stop(1_000);
      await Promise.all([front.stop(), bank.stop()]);
    },
  };
}

function bankOn(
  direct: string,
  reached: Omit<DatabaseOptions, 'poolSize'>,
  parts: Partial<AppParts>,
  time: { now: number },
): Bank {
  const databaseUrl = reached.url;
  const database = openWatchedDatabase({ ...reached, poolSize: 10, engine });
  const sql = postgres(direct, { max: 4, fetch_types: false, onnotice: () => undefined });
  const log: DoorLogEntry[] = [];
  const all: AppParts = {
    ...usual,
    database,
    trust: createTrustStore([authority.certificatePem]),
    publicUrl: origin,
    sandbox: true,
    signatureMaxAgeSeconds: 300,
    clock: () => time.now,
    log: (entry, error) => {
      log.push(entry);
      // Only defects: a 503, and a refusal by a scenario, are intended.
      if (entry.status === 500 && !(error instanceof Refusal)) console.error(entry, error);
    },
    toolkit: toolkitAt(
      { url: parts.publicUrl ?? origin, dataDir: parts.sandbox === false ? null : '.data' },
      {},
    ),
    ...parts,
  };
  const app = createApp(all);
  knowDocument(app, all);
  return {
    app,
    database,
    databaseUrl,
    sql,
    log,
    time,
    tpp: (organizationIdentifier = 'PSDNO-FSA-TEST1', roles) =>
      tppOf(app, sealOf(organizationIdentifier, roles), time),
    fetch: (path, init) => inject(app, `${origin}${path}`, init),
    async count(table) {
      const [row] = await sql.unsafe(`select count(*)::int as count from ${table}`);
      return row?.count as number;
    },
    replica: (more = {}) => bankOn(direct, reached, { ...parts, ...more }, time),
    async stop() {
      await Promise.all([database.close(), sql.end({ timeout: 1 })]);
    },
  };
}

export function tppOf(app: App, identity: KeyAndCertificate, time: { now: number }): Tpp {
  const rest = async (method: string, path: string, options: RestOptions = {}): Promise<Answer> => {
    const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const headers: Record<string, string> = {};
    for (const [key, value] of Object.entries(lower(options.headers)))
      if (value !== null) headers[key] = value;
    const url = `${origin}${path}`;
    const signed = signRequest({ method, url, headers, body }, identity, {
      now: new Date(time.now),
      ...options,
    });
    for (const [key, value] of Object.entries(lower(options.headers))) if (value === null) signed.delete(key);
    const response = await inject(app, url, { method, headers: signed, body: body as BodyInit | null });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: parse(text) };
    // /openapi.json must describe every REST response of every test.
    if (path.startsWith('/v1/')) await expectAnswerMatches(app, method, path, answer);
    return answer;
  };
  const graphqlRaw = async (query: string, variables = {}, options: RestOptions = {}) => {
    const answer = await rest('POST', '/graphql', { ...options, body: { query, variables } });
    return { ...answer, data: answer.json?.data };
  };
  return {
    identity,
    rest,
    graphqlRaw,
  };
}

function lower(headers: Readonly<Record<string, string | null>> = {}): Record<string, string | null> {
  return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
