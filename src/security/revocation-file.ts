/** The file of revocation lists: read at the start, and again when it has changed. Requests never wait for it. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { every } from '../every.ts';
import { type ReadRevocations, type Revocations, readRevocations } from './revocation.ts';
import { TrustError, type TrustStore } from './trust.ts';

export interface RevocationFileOptions {
  readonly path: string;
  /** Who may have signed the lists. */
  readonly trust: TrustStore;
  readonly onRead?: (read: Omit<ReadRevocations, 'fault'>) => void;
  /** Called once for each fault; the lists that were read last stay in force. */
  readonly onFault?: (error: TrustError) => void;
}

export interface RevocationFile extends Revocations {
  /** Reads the file if it has changed, or `anew`. Never throws. */
  refresh(anew?: boolean): Promise<void>;
  /** Refreshes at intervals; call the result to stop. */
  watch(everyMs?: number): () => void;
}

const mostBytes = 16 * 1_024 * 1_024;

/** Reads the file; throws a TrustError of one line when it cannot be used. */
export async function openRevocationFile(options: RevocationFileOptions): Promise<RevocationFile> {
  const { onRead = () => undefined, onFault = () => undefined } = options;
  let tried = '';
  let held: ReadRevocations;
  let fault = '';

  const readIfChanged = async () => {
    const version = await versionOf(options);
    if (version === tried) return;
    const bytes = await bytesOf(options);
    tried = version;
    held = read(options, bytes);
    fault = '';
    onRead(held);
  };
  await readIfChanged();
  const report = (error: unknown) => {
    const reported = error instanceof TrustError ? error : unfit(options, String(error));
    if (reported.message !== fault) onFault(reported);
    fault = reported.message;
  };
  let reading: Promise<void> | null = null;
  const refresh = async (anew = false): Promise<void> => {
    if (anew) {
      // One that is under way may have begun with other anchors.
      await reading;
      [tried, fault] = ['', ''];
    }
    reading ??= readIfChanged()
      .catch(report)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return {
    fault: (issuer, serial, now) => held.fault(issuer, serial, now),
    refresh,
    watch(everyMs = 1_000) {
      const looks = every(everyMs, () => refresh(), report);
      looks.start();
      return looks.stop;
    },
  };
}

const unfit = ({ path }: RevocationFileOptions, why: string) => new TrustError(`CRL_FILE ${path}: ${why}.`);

/** A value that changes with the file. Read before the file, so that a change in between is noticed the next time. */
async function versionOf(options: RevocationFileOptions): Promise<string> {
  const found = await stat(options.path, { bigint: true }).catch(() => null);
  if (found === null) throw unfit(options, 'it cannot be read');
  // Opening a pipe would block.
  if (!found.isFile()) throw unfit(options, 'it is no file');
  return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

function read(options: RevocationFileOptions, bytes: Buffer): ReadRevocations {
  try {
    return readRevocations(bytes, options.trust);
  } catch (error) {
    throw unfit(options, error instanceof Error ? error.message : String(error));
  }
}

async function bytesOf(options: RevocationFileOptions): Promise<Buffer> {
  const read = buffer(createReadStream(options.path, { end: mostBytes }));
  const bytes = await read.catch(() => {
    throw unfit(options, 'it cannot be read');
  });
  if (bytes.length > mostBytes) throw unfit(options, `it has more than ${mostBytes} bytes`);
  return bytes;
}
