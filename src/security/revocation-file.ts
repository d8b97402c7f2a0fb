/** The file of revocation lists. It is read at the start and after each change. Requests never wait for it. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { every } from '../every.ts';
import { type RevocationLists, type Revocations, readRevocations } from './revocation.ts';
import { TrustError, type TrustStore } from './trust.ts';

export interface RevocationFileOptions {
  readonly path: string;
  /** The anchors that may have signed the lists. */
  readonly trust: TrustStore;
  readonly onRead?: (lists: Omit<RevocationLists, 'faultOf'>) => void;
  /** Called once for each fault of the file. The last valid lists stay in force. */
  readonly onFault?: (error: TrustError) => void;
}

export interface RevocationFile extends Revocations {
  /** Reads the file if it has changed. `evenUnchanged`: in any case, because the anchors have changed. Never throws. */
  refresh(options?: { readonly evenUnchanged: boolean }): Promise<void>;
  /** Calls `refresh` at intervals. Returns a function that ends the calls. */
  watch(everyMs?: number): () => void;
}

const maxBytes = 16 * 1_024 * 1_024;

/** Throws a TrustError of one line if the file cannot be used. */
export async function openRevocationFile(options: RevocationFileOptions): Promise<RevocationFile> {
  const { onRead = () => undefined, onFault = () => undefined } = options;
  let lastVersion = '';
  let currentLists: RevocationLists;
  let lastFault = '';

  const readIfChanged = async () => {
    const version = await versionOf(options);
    if (version === lastVersion) return;
    const bytes = await bytesOf(options);
    lastVersion = version;
    currentLists = parseLists(options, bytes);
    lastFault = '';
    onRead(currentLists);
  };
  await readIfChanged();
  const report = (error: unknown) => {
    const trustError = error instanceof TrustError ? error : fileError(options, String(error));
    if (trustError.message !== lastFault) onFault(trustError);
    lastFault = trustError.message;
  };
  let currentRead: Promise<void> | null = null;
  const refresh = async ({ evenUnchanged } = { evenUnchanged: false }): Promise<void> => {
    if (evenUnchanged) {
      // A read in progress may have begun with the old anchors.
      await currentRead;
      [lastVersion, lastFault] = ['', ''];
    }
    currentRead ??= readIfChanged()
      .catch(report)
      .finally(() => {
        currentRead = null;
      });
    return currentRead;
  };
  return {
    faultOf: (issued, now) => currentLists.faultOf(issued, now),
    refresh,
    watch(everyMs = 1_000) {
      const loop = every(everyMs, () => refresh(), report);
      loop.start();
      return loop.stop;
    },
  };
}

const fileError = ({ path }: RevocationFileOptions, fault: string) =>
  new TrustError(`CRL_FILE ${path}: ${fault}.`);

/** A text that changes with the file. It is read before the file, so that a change in between is seen the next time. */
async function versionOf(options: RevocationFileOptions): Promise<string> {
  const file = await stat(options.path, { bigint: true }).catch(() => null);
  if (file === null) throw fileError(options, 'it cannot be read');
  // Opening a pipe would block.
  if (!file.isFile()) throw fileError(options, 'it is not a file');
  return [file.dev, file.ino, file.size, file.mtimeNs, file.ctimeNs].join(' ');
}

function parseLists(options: RevocationFileOptions, bytes: Buffer): RevocationLists {
  try {
    return readRevocations(bytes, options.trust);
  } catch (error) {
    throw fileError(options, error instanceof Error ? error.message : String(error));
  }
}

async function bytesOf(options: RevocationFileOptions): Promise<Buffer> {
  // Reads one byte more than allowed, to know whether there are more.
  const contents = buffer(createReadStream(options.path, { end: maxBytes }));
  const bytes = await contents.catch(() => {
    throw fileError(options, 'it cannot be read');
  });
  if (bytes.length > maxBytes) throw fileError(options, `it has more than ${maxBytes} bytes`);
  return bytes;
}
