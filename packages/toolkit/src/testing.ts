/**
 * Starts a bank for tests. TPPs cannot see each other's data, so tests that share a bank use one TPP each: `bank.tpp('orders')`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve as absolutePath, join } from 'node:path';
import { normaliseBaseAddress } from '../../../src/domain/values/base-address.ts';
import { packageFolder } from '../../../src/package-folder.ts';
import {
  defaultTppId,
  demoTpp,
  ensureAuthority,
  ensureTpp,
  fileNameFor,
  fileNameLengthAtMost,
  identityIn,
  pathsOf,
  tppFolder,
  tppRoles,
} from './files.ts';
import { dataOf, graphqlRequest, mutationOf } from './graphql.ts';
import { psuIdOf, returnPageOf, singleScaHeaders } from './payments.ts';
import { at, listAt, textAt } from './record.ts';
import { type Answer, send } from './send.ts';
import type { SigningIdentity } from './sign.ts';

export type { Answer } from './send.ts';
export type { SigningIdentity as Identity } from './sign.ts';

export interface BankOptions {
  /** Settings of .env.example except PORT and DATA_DIR. Paths must be absolute. The bank ignores all other settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A file, or its content (docs/seeds.md). */
  readonly seed?: string | object;
  /** 60,000 by default. */
  readonly readyWithinMs?: number;
  /** Each TPP of this process gets them for its next requests. `joinBank` takes none; after it, call `setFaults`. */
  readonly faults?: TestFaults;
}

/** A fault for the next requests of a TPP (docs/scenarios.md). The header X-Sandbox-Fault is for a single request. */
export interface TestFaults {
  /** Such as `status=503`, `delay=2500` or `cut;after`. */
  readonly fault: string;
  /** 1 to 100; 1 by default. */
  readonly times?: number;
  /** By default all requests, also those of `graphql`, `authorise` and `advanceClock`. */
  readonly path?: string;
}

/** A test runner can give it to its processes as JSON. They call `joinBank` with it. */
export interface BankAddress {
  readonly url: string;
  readonly dataDir: string;
}

export interface TestRequest {
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestTpp {
  readonly tppId: string;
  readonly identity: SigningIdentity;
  readonly certificatePath: string;
  readonly keyPath: string;
  /** Also resolves for refusals. Nothing checks that the body is of the type `Json`. */
  request<Json = unknown>(method: string, path: string, request?: TestRequest): Promise<Answer<Json>>;
  /** Nothing checks that the data are of the type `Data`. Throws an Error if there are errors. */
  graphql<Data = unknown>(query: string, variables?: unknown): Promise<Data>;
  /** Headers of single SCA; by default with the PSU of the TPP. */
  psuHeaders(psuId?: string): Record<string, string>;
  /** `path` is a `self` link. Returns the scaStatus. Throws, and ends the authorisation, if the PSU may not approve. */
  authorise(path: string, outcome?: 'APPROVE' | 'REJECT'): Promise<string>;
  /** `by`: an ISO 8601 duration such as P1D. Resolves when the clock is there. */
  advanceClock(by: string): Promise<void>;
  setFaults(faults: TestFaults | null): Promise<void>;
}

export interface TestBank extends BankAddress {
  readonly demo: TestTpp;
  /** The same name gives the same TPP. */
  tpp(name: string): Promise<TestTpp>;
  /** Deletes the data of a bank that this process started. */
  stop(): Promise<void>;
}

export async function startBank({
  settings = {},
  seed,
  readyWithinMs = 60_000,
  faults,
}: BankOptions = {}): Promise<TestBank> {
  const dataDir = mkdtempSync(join(tmpdir(), 'psd2-bank-'));
  // The database of a killed bank runs for seconds, and writes into the folder.
  const removeData = () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  const child = await spawnBank(dataDir, settings, seed).catch(async (error) => {
    await removeData();
    throw error;
  });
  const closeEvent = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    // The bank stops when its standard input ends.
    child.stdin?.end();
    await closeEvent;
    await removeData();
  };
  try {
    const bank = bankAt({ url: await readyAddress(child, readyWithinMs), dataDir }, stop, faults);
    if (faults) await bank.demo.setFaults(faults);
    return bank;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function spawnBank(
  dataDir: string,
  settings: NonNullable<BankOptions['settings']>,
  seed: BankOptions['seed'],
): Promise<ChildProcess> {
  // As root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const bankSettings = { LOG_LEVEL: 'error', ...settings, ...seedSetting(seed, dataDir) };
  const program = join(packageFolder, 'bin/psd2-bank.mjs');
  // The bank uses the settings that the arguments name, and no others of its environment.
  const child = spawn(
    process.execPath,
    [program, 'start', '--for-a-test', dataDir, ...Object.keys(bankSettings)],
    { cwd: dataDir, env: { ...process.env, ...bankSettings }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  await once(child, 'spawn');
  return child;
}

function seedSetting(seed: BankOptions['seed'], dataDir: string): Readonly<Record<string, string>> {
  if (seed === undefined) return {};
  if (typeof seed === 'string') return { SANDBOX_SEED: absolutePath(seed) };
  const file = join(dataDir, 'seed.json');
  writeFileSync(file, JSON.stringify(seed));
  return { SANDBOX_SEED: file };
}

/** For a bank that another process has started, such as the global setup of a test runner. */
export const joinBank = ({ url, dataDir }: BankAddress): TestBank =>
  bankAt({ url: normaliseBaseAddress(url), dataDir }, null);

const hostsOfLocalhost: readonly string[] = ['127.0.0.1', '0.0.0.0', '[::]'];

/** The address on which the bank listens. PUBLIC_URL may name another one. */
function readyAddress(child: ChildProcess, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`the bank was not ready within ${withinMs} ms: ${output}`)),
      withinMs,
    );
    const readOutput = (text: string) => {
      output = `${output}${text}`.slice(-10_000);
      const [, host, port] = /Listens {2}on (\S+):(\d+)\n/.exec(output) ?? [];
      if (host === undefined) return;
      clearTimeout(timer);
      resolve(`http://${hostsOfLocalhost.includes(host) ? 'localhost' : host}:${port}`);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', readOutput);
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(`the bank did not start: ${output.trim()}`));
    });
  });
}

/** `stop`: null if another process has started the bank. */
function bankAt({ url, dataDir }: BankAddress, stop: TestBank['stop'] | null, faults?: TestFaults): TestBank {
  const folder = tppFolder(dataDir);
  /** By the file name of the TPP: resolves when the TPP has the faults. A TPP that a test asks for again gets them only once. */
  const faultSettings = new Map<string, Promise<void>>();
  /** The creations of keys and certificates. */
  const writes: Promise<unknown>[] = [];
  let isStopped = false;
  return {
    url,
    dataDir,
    async stop() {
      if (stop === null) return;
      isStopped = true;
      // A write that still runs, as in a test that has timed out, would create the deleted folder again.
      await Promise.allSettled(writes);
      await stop();
    },
    demo: tppOf(url, folder, 'demo', demoTpp.organizationIdentifier),
    async tpp(name) {
      if (isStopped) throw new Error('The bank has stopped.');
      const file = fileNameFor(name);
      if (file === '' || file === 'demo' || file === 'ca')
        throw new Error(
          `The name of a TPP must contain a letter or a digit, and must not be demo or ca: '${name}'.`,
        );
      if (file.length > fileNameLengthAtMost)
        throw new Error(
          `The name of a TPP can have at most ${fileNameLengthAtMost} letters and digits: '${name}'.`,
        );
      const organizationIdentifier = defaultTppId(file);
      const description = { organizationIdentifier, organizationName: name, roles: tppRoles };
      const write = ensureAuthority(folder).then((authority) =>
        ensureTpp(folder, authority, file, description),
      );
      writes.push(write);
      await write;
      const tpp = tppOf(url, folder, file, organizationIdentifier);
      if (faults === undefined) return tpp;
      const setting = faultSettings.get(file) ?? tpp.setFaults(faults);
      faultSettings.set(file, setting);
      await setting;
      return tpp;
    },
  };
}

function tppOf(base: string, folder: string, name: string, tppId: string): TestTpp {
  const identity = identityIn(folder, name);
  const psuId = psuIdOf(identity);
  async function request<Json>(method: string, path: string, { body, headers = {} }: TestRequest = {}) {
    if (!path.startsWith('/')) throw new Error(`A path must begin with a slash, not '${path}'.`);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const unsigned = { method, url: `${base}${path}`, headers, body: text ?? null };
    return (await send(unsigned, identity)) as Answer<Json>;
  }
  async function graphql<Data>(query: string, variables?: unknown): Promise<Data> {
    return dataOf(await send(graphqlRequest(base, query, variables), identity)) as Data;
  }
  async function mutate(field: string, input: object, selection = ''): Promise<unknown> {
    const fields = `tppMessages { category code text } ${selection}`;
    const data = await graphql(mutationOf(field, fields), { input });
    const error = listAt(data, field, 'tppMessages').find((one) => at(one, 'category') === 'ERROR');
    if (error !== undefined) throw new Error(`${textAt(error, 'code')}: ${textAt(error, 'text')}`);
    return at(data, field);
  }
  return {
    tppId,
    identity,
    ...pathsOf(folder, name),
    request,
    graphql,
    psuHeaders: (other = psuId) => singleScaHeaders({ psuId: other, returnTo: returnPageOf(base) }),
    async authorise(path, outcome = 'APPROVE') {
      const authorisation = await request('POST', `${path}/authorisations`);
      const id = at(authorisation.json, 'authorisationId');
      if (typeof id !== 'string') throw new Error(`HTTP ${authorisation.status}: ${authorisation.text}`);
      const input = { authorisationId: id, outcome };
      const completion = await mutate('completeAuthorisation', input, 'authorisation { scaStatus }');
      return String(at(completion, 'authorisation', 'scaStatus'));
    },
    async advanceClock(by) {
      let move = await mutate('advanceSandboxClock', { by }, 'reached');
      // The response to a long move comes before its end. A move by nothing waits for that end.
      while (at(move, 'reached') === false)
        move = await mutate('advanceSandboxClock', { by: 'PT0S' }, 'reached');
    },
    async setFaults(faults) {
      await mutate('setSandboxFaults', faults ?? { fault: null });
    },
  };
}
