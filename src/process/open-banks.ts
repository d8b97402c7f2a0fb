import { createPrivateKey, randomUUID } from 'node:crypto';
import type { CoreConnection, UpstreamConnection } from '../app/bank.ts';
import {
  type CallFiles,
  type CallSettings,
  type CallSettingsKind,
  readCallSettings,
} from '../bank/remote-calls/settings.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { LiveFiles } from './live-files.ts';
import type { Logs } from './log.ts';

interface BankOpening {
  readonly logs: Logs;
  readonly live: LiveFiles;
  readonly warn: (text: string) => void;
  readonly closers: (() => Promise<void>)[];
  /** null: nothing is traced. */
  readonly tracing: Tracing | null;
}

/** Reads and checks the files of a remote bank before anything else starts, and whenever they are replaced. */
function callSettings(of: CallSettingsKind, files: CallFiles, { warn, logs, live }: BankOpening) {
  const fileSettings = [
    [`${of.prefix}_KEY`, files.keyFile],
    [`${of.prefix}_CERTIFICATE`, files.certificateFile],
    ...(files.authoritiesFile === undefined ? [] : [[`${of.prefix}_CA`, files.authoritiesFile]]),
  ] as const;
  const pair = live.open({
    name: fileSettings.map(([name]) => name).join(', '),
    paths: fileSettings.map(([, path]) => path),
    read: () => readOrSay(of, files),
  });
  const { settings, warnings } = pair.current();
  for (const warning of warnings) warn(`Warning: ${warning}`);
  return {
    settings,
    whenRead(renew: (next: CallSettings) => void) {
      pair.whenRead((next) => {
        for (const warning of next.warnings) logs.warn(warning);
        renew(next.settings);
      });
    },
  };
}

function readOrSay(of: CallSettingsKind, files: CallFiles) {
  const result = readCallSettings(of, files, Date.now());
  if ('faults' in result)
    throw new ConfigError(`Wrong setting: ${result.faults.join('; ')}. See .env.example.`);
  return result;
}

export async function openUpstream(files: CallFiles, opening: BankOpening): Promise<UpstreamConnection> {
  const { settings, whenRead } = callSettings({ prefix: 'UPSTREAM', signs: true }, files, opening);
  // Imported lazily: it costs 0.1 s and 20 MB.
  const { createUpstream } = await import('../bank/upstream/client.ts');
  const client = createUpstream(settings, {
    now: Date.now,
    newId: randomUUID,
    random: Math.random,
    traces: opening.tracing?.calls ?? null,
    notice: opening.logs.warn,
    alarm: (kind, fields) => opening.logs.warn('the bank upstream needs an operator', { kind, ...fields }),
  });
  let secret = secretOf(settings);
  whenRead((next) => {
    secret = secretOf(next);
    client.renew(next);
  });
  opening.closers.push(() => client.close());
  return { client, secret: () => secret };
}

/** Reads the files of the seal. The function returns the seal that was read last. */
export function openSeal(
  files: Pick<CallFiles, 'keyFile' | 'certificateFile'>,
  opening: BankOpening,
): () => CallSettings['identity'] {
  const uncalled = { url: '', authoritiesFile: undefined, timeoutMs: 0 };
  const of = { prefix: 'NOTIFICATION', signs: true } as const;
  const { settings, whenRead } = callSettings(of, { ...uncalled, ...files }, opening);
  let { identity } = settings;
  whenRead((next) => {
    identity = next.identity;
  });
  return () => identity;
}

/** Derives ids at the bank and states of returning PSUs from the private key, in whatever encoding the key is stored. */
function secretOf({ identity }: CallSettings): string {
  const key = createPrivateKey(identity.privateKeyPem).export({ type: 'pkcs8', format: 'der' });
  return key.toString('base64');
}

export async function openCore(
  { ordersFolder, profileFile, schemaFolder, ...files }: NonNullable<Config['core']>,
  opening: BankOpening,
): Promise<CoreConnection> {
  const { settings, whenRead } = callSettings({ prefix: 'CORE', signs: false }, files, opening);
  // Imported lazily: only this bank needs these libraries.
  const { openCore } = await import('../bank/core/open.ts');
  const core = openCore(
    settings,
    { ordersFolder, profileFile, schemaFolder },
    {
      now: Date.now,
      random: Math.random,
      traces: opening.tracing?.calls ?? null,
      notice: opening.logs.warn,
      alarm: (kind, fields) => opening.logs.error('the core system needs an operator', { kind, ...fields }),
    },
  );
  if ('faults' in core)
    throw new ConfigError(`Wrong setting: ISO_PROFILE, ${core.faults.join('; ')}. See .env.example.`);
  whenRead(core.client.renew);
  opening.closers.push(() => core.client.close());
  return core;
}
