/** Opens the bank elsewhere that BANK names, and closes it with the process. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import type { UpstreamBehind } from '../app/bank.ts';
import type { CoreBehind } from '../app/core.ts';
import {
  type CallFiles,
  type CallSettings,
  readCallSettings,
  type SettingsOf,
} from '../bank/remote-calls/settings.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Logs } from './log.ts';

interface Opening {
  readonly logs: Logs;
  /** Says something to the operator at the start. */
  readonly warn: (text: string) => void;
  /** What is to be closed at the end. */
  readonly closers: (() => Promise<void>)[];
  /** null: nothing is traced. */
  readonly tracing: Tracing | null;
}

/** The settings of a bank elsewhere; its files are read and checked before anything else is begun. */
function callSettings(of: SettingsOf, files: CallFiles, { warn }: Opening): CallSettings {
  const read = readCallSettings(of, files, Date.now());
  if ('faults' in read) throw new ConfigError(`Wrong setting: ${read.faults.join('; ')}. See .env.example.`);
  for (const warning of read.warnings) warn(`Warning: ${warning}`);
  return read.settings;
}

export async function openUpstream(files: CallFiles, opening: Opening): Promise<UpstreamBehind> {
  const settings = callSettings({ prefix: 'UPSTREAM', signs: true }, files, opening);
  // A tenth of a second and 20 MB that no other service needs.
  const { createUpstream } = await import('../bank/upstream/client.ts');
  const client = createUpstream(settings, {
    now: Date.now,
    newId: randomUUID,
    random: Math.random,
    traces: opening.tracing?.calls ?? null,
    notice: opening.logs.event,
    alarm: (kind, fields) => opening.logs.warn('the bank upstream needs an operator', { kind, ...fields }),
  });
  opening.closers.push(() => client.close());
  // Ids at the bank and states of the way back are made with what nobody else knows: the private key, however it is written.
  const key = createPrivateKey(settings.identity.privateKeyPem).export({ type: 'pkcs8', format: 'der' });
  return { client, secret: key.toString('base64') };
}

export async function openCore(
  { ordersFolder, profileFile, schemaFolder, ...files }: NonNullable<Config['core']>,
  opening: Opening,
): Promise<CoreBehind> {
  const settings = callSettings({ prefix: 'CORE', signs: false }, files, opening);
  // Libraries that no other service needs.
  const { openCoreBehind } = await import('../bank/core/open.ts');
  const opened = await openCoreBehind(
    settings,
    { ordersFolder, profileFile, schemaFolder },
    {
      now: Date.now,
      random: Math.random,
      traces: opening.tracing?.calls ?? null,
      notice: opening.logs.event,
      alarm: (kind, fields) => opening.logs.error('the core system needs an operator', { kind, ...fields }),
    },
  );
  if ('faults' in opened)
    throw new ConfigError(`Wrong setting: ISO_PROFILE, ${opened.faults.join('; ')}. See .env.example.`);
  opening.closers.push(() => opened.client.close());
  return opened;
}
