/** Opens a remote bank, and the key that signs notifications. Files of keys and certificates may change while the process runs. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import type { CoreConnection, UpstreamConnection } from '../app/bank.ts';
import {
  type CallFiles,
  type CallSettings,
  type CallSettingsPrefix,
  readCallSettings,
} from '../bank/remote-calls/settings.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { LiveFiles } from './live-files.ts';
import type { Logs } from './log.ts';

interface ProcessParts {
  readonly logs: Logs;
  readonly live: LiveFiles;
  /** Prints a line for the operator at the start. Later warnings go to `logs`. */
  readonly warn: (text: string) => void;
  readonly closers: (() => Promise<void>)[];
  readonly tracing: Tracing | null;
}

function openCallFiles(prefix: CallSettingsPrefix, paths: CallFiles, { warn, logs, live }: ProcessParts) {
  const fileSettings = [
    [`${prefix}_KEY`, paths.keyFile],
    [`${prefix}_CERTIFICATE`, paths.certificateFile],
    ...(paths.authoritiesFile === undefined ? [] : [[`${prefix}_CA`, paths.authoritiesFile]]),
  ] as const;
  const files = live.open({
    name: fileSettings.map(([name]) => name).join(', '),
    paths: fileSettings.map(([, path]) => path),
    read() {
      const result = readCallSettings(prefix, paths, Date.now());
      if ('faults' in result) throw new ConfigError(result.faults, { cause: result.cause });
      return result;
    },
  });
  for (const warning of files.current().warnings) warn(`Warning: ${warning}`);
  files.onChange(({ warnings }) => {
    for (const warning of warnings) logs.warn(warning);
  });
  return files;
}

export async function openUpstream(paths: CallFiles, parts: ProcessParts): Promise<UpstreamConnection> {
  const files = openCallFiles('UPSTREAM', paths, parts);
  // Imported lazily: it costs 0.1 s and 20 MB.
  const { UpstreamClient } = await import('../bank/upstream/client.ts');
  const client = new UpstreamClient(files.current().settings, {
    now: Date.now,
    newId: randomUUID,
    random: Math.random,
    traces: parts.tracing?.calls ?? null,
    notice: parts.logs.warn,
    alarm: (kind, fields) => parts.logs.warn('the bank upstream needs an operator', { kind, ...fields }),
  });
  let secret = secretOf(files.current().settings);
  files.onChange(({ settings }) => {
    secret = secretOf(settings);
    client.renew(settings);
  });
  parts.closers.push(() => client.close());
  return { client, secret: () => secret };
}

/** Returns a function that gives the key and the certificate that sign notifications, because a reload may replace them. */
export function openSeal(
  paths: Pick<CallFiles, 'keyFile' | 'certificateFile'>,
  parts: ProcessParts,
): () => CallSettings['identity'] {
  const unusedParts = { url: '', authoritiesFile: undefined, timeoutMs: 0 };
  const files = openCallFiles('NOTIFICATION', { ...unusedParts, ...paths }, parts);
  return () => files.current().settings.identity;
}

/** For `UpstreamConnection.secret`: the private key in one fixed encoding, which does not depend on the encoding of the key file. */
function secretOf({ identity }: CallSettings): string {
  const key = createPrivateKey(identity.privateKeyPem).export({ type: 'pkcs8', format: 'der' });
  return key.toString('base64');
}

function requireFolder(setting: 'ORDERS_DIR' | 'ISO_SCHEMA_DIR', folder: string | null): void {
  if (folder === null) return;
  const access = setting === 'ORDERS_DIR' ? constants.W_OK : constants.R_OK;
  try {
    accessSync(folder, access | constants.X_OK);
    if (statSync(folder).isDirectory()) return;
  } catch {}
  throw new ConfigError([
    `${setting}: ${folder} is not a folder that the service can ${setting === 'ORDERS_DIR' ? 'write to' : 'read'}`,
  ]);
}

export async function openCore(
  { ordersFolder, profileFile, schemaFolder, ...paths }: NonNullable<Config['core']>,
  parts: ProcessParts,
): Promise<CoreConnection> {
  requireFolder('ORDERS_DIR', ordersFolder);
  requireFolder('ISO_SCHEMA_DIR', schemaFolder);
  const files = openCallFiles('CORE', paths, parts);
  // Imported lazily: only this bank needs these libraries.
  const { openCore: connectCore } = await import('../bank/core/open.ts');
  const core = connectCore(
    files.current().settings,
    { ordersFolder, profileFile, schemaFolder },
    {
      now: Date.now,
      newId: randomUUID,
      random: Math.random,
      traces: parts.tracing?.calls ?? null,
      notice: parts.logs.warn,
      alarm: (kind, fields) => parts.logs.error('the core system needs an operator', { kind, ...fields }),
    },
  );
  if ('faults' in core) throw new ConfigError(core.faults);
  files.onChange(({ settings }) => core.client.renew(settings));
  parts.closers.push(() => core.client.close());
  return core;
}
