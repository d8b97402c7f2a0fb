/** A service on a port for the toolkit, with its own sandbox CA, and a terminal. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { AppParts } from '../../../../src/app.ts';
import { defaultSeed } from '../../../../src/domain/sandbox/default-set.ts';
import type { Seed } from '../../../../src/domain/sandbox/seed.ts';
import { createTrustStore } from '../../../../src/security/trust.ts';
import { type Bank, startBank } from '../../../../test/support/bank.ts';
import { laySandboxKeys } from '../../../../test/support/keys.ts';
import { listenOn } from '../../../../test/support/listen.ts';
import { ensureSandboxFiles } from '../../src/files.ts';
import { usualCustomer } from '../../src/play/outlines.ts';
import { terminal } from './terminal.ts';

export interface Service {
  readonly bank: Bank;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: ReturnType<typeof terminal>;
  stop(): Promise<void>;
}

/** Has neither the usual customer nor the account of the examples; companies come first. */
export const otherSeed: Seed = {
  ...defaultSeed,
  customers: defaultSeed.customers
    ?.filter(({ customerNumber }) => customerNumber !== usualCustomer)
    .toReversed(),
};

/** Starts before the tests of a file or a group, and stops after them. */
export function useService(parts: Partial<AppParts> = {}): Service {
  const service = {} as Service;
  beforeAll(async () => void Object.assign(service, await startService(parts)));
  afterAll(() => service.stop());
  return service;
}

/** Links of the service point to a dead port, as behind a proxy. */
export async function startService(parts: Partial<AppParts> = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tpp service '));
  const { authorityPem } = await ensureSandboxFiles(laySandboxKeys(dataDir, 'conformance'));
  const bank = await startBank({
    trust: createTrustStore([authorityPem]),
    publicUrl: 'http://localhost:1',
    ...parts,
  });
  await bank.app.events.start();
  const { port, stop } = await listenOn(bank.app);
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: dataDir, PUBLIC_URL: url };
  return {
    bank,
    url,
    env,
    run: terminal(env),
    async stop() {
      await stop(1_000);
      await bank.app.events.stop();
      await bank.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
