/** The files of certificates that an operator names, read at the start. */
import { readFileSync } from 'node:fs';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { openRevocationFile, type RevocationFile } from '../security/revocation-file.ts';
import { createTrustStore, TrustError } from '../security/trust.ts';
import type { Logs } from './log.ts';

/** The PEM text of TRUST_ANCHORS; throws a TrustError of one line. */
export function readAnchors(file: string): string {
  try {
    const pem = fileText(readFileSync(file));
    createTrustStore([pem]);
    return pem;
  } catch (error) {
    if (error instanceof TrustError) throw new TrustError(`TRUST_ANCHORS, ${file}: ${error.message}`);
    if (error instanceof FileTextError) throw new TrustError(`TRUST_ANCHORS: ${file} ${error.message}.`);
    throw new TrustError(`TRUST_ANCHORS: cannot read ${file}.`);
  }
}

/** Reads the revocation lists, and watches their file until the process closes. */
export async function openRevocations(
  path: string,
  anchors: readonly string[],
  { logs, closers }: { readonly logs: Logs; readonly closers: (() => Promise<void>)[] },
): Promise<RevocationFile> {
  const file = await openRevocationFile({
    path,
    trust: createTrustStore(anchors),
    onRead: ({ lists, revoked, until }) =>
      logs.event('revocation lists read', { lists, revoked, until: new Date(until).toISOString() }),
    onFault: logs.failed,
  });
  const stop = file.watch();
  closers.push(async () => stop());
  return file;
}
