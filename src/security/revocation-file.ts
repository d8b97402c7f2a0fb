/** Reads the file of revocation lists at the start and after each change. Requests never wait for it. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { every } from '../every.ts';
import { type ReadRevocations, type Revocations, readRevocations } from './revocation.ts';
import { TrustError, type TrustStore } from './trust.ts';

export interface RevocationFileOptions {
  readonly path: string;
  /** The anchors that may have signed the lists. */
  readonly trust: TrustStore;
  readonly onRead?: (lists: Omit<ReadRevocations, 'fault'>) => void;
  /** Called once for each fault. The last lists stay in force. */
  readonly onFault?: (error: TrustError) => void;
}

export interface RevocationFile extends Revocations {
  /** Reads the file if it has changed, or if `anew`. Never throws. */
  refresh(anew?: boolean): Promise<void>;
  /** Call the result to stop. */
  watch(everyMs?: number): () => void;
}

const mostBytes = 16 * 1_024 * 1_024;

/** Throws a TrustError of one line if the file cannot be used. */
export async function openRevocationFile(options: RevocationFileOptions): Promise<RevocationFile> {
  const { onRead = () => undefined, onFault = () => undefined } = options;
  let lastVersion = '';
  let current: ReadRevocations;
  let fault = '';

  const readIfChanged = async () => {
    const version = await versionOf(options);
    if (version === lastVersion) return;
    const bytes = await bytesOf(options);
    lastVersion = version;
    current = parseLists(options, bytes);
    fault = '';
    onRead(current);
  };
  await readIfChanged();
  const report = (error: unknown) => {
    const trustError = error instanceof TrustError ? error : unfit(options, String(error));
    if (trustError.message !== fault) onFault(trustError);
    fault = trustError.message;
  };
  let reading: Promise<void> | null = null;
  const refresh = async (anew = false): Promise<void> => {
    if (anew) {
      // A read in progress may have begun with other anchors.
      await reading;
      [lastVersion, fault] = ['', ''];
    }
    reading ??= readIfChanged()
      .catch(report)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return {
    fault: (issuer, serial, now) => current.fault(issuer, serial, now),
    refresh,
    watch(everyMs = 1_000) {
      const looks = every(everyMs, () => refresh(), report);
      looks.start();
      return looks.stop;
    },
  };
}

const unfit = ({ path }: RevocationFileOptions, why: string) => new TrustError(`CRL_FILE ${path}: ${why}.`);

/**
 * A mark that changes with the file. It is read before the file, so that a change in between is noticed the next time.
 */
async function versionOf(options: RevocationFileOptions): Promise<string> {
  const file = await stat(options.path, { bigint: true }).catch(() => null);
  if (file === null) throw unfit(options, 'it cannot be read');
  // Opening a pipe would block.
  if (!file.isFile()) throw unfit(options, 'it is not a file');
  return [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ');
}

function parseLists(options: RevocationFileOptions, bytes: Buffer): ReadRevocations {
  try {
    return readRevocations(bytes, options.trust);
  } catch (error) {
    throw unfit(options, error instanceof Error ? error.message : String(error));
  }
}

async function bytesOf(options: RevocationFileOptions): Promise<Buffer> {
  const contents = buffer(createReadStream(options.path, { end: mostBytes }));
  const bytes = await contents.catch(() => {
    throw unfit(options, 'it cannot be read');
  });
  if (bytes.length > mostBytes) throw unfit(options, `it has more than ${mostBytes} bytes`);
  return bytes;
}
