import { readFileSync } from 'node:fs';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { openRevocationFile, type RevocationFile } from '../security/revocation-file.ts';
import { createLiveTrustStore, createTrustStore, TrustError, type TrustStore } from '../security/trust.ts';
import type { LiveFiles, ReloadedValue } from './live-files.ts';
import type { Logs } from './log.ts';

/** Reads the PEM file of TRUST_ANCHORS. Throws a TrustError with a message of one line. */
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

export const openAnchors = (file: string, live: LiveFiles): ReloadedValue<string> =>
  live.open({ name: 'TRUST_ANCHORS', paths: [file], read: () => readAnchors(file) });

/** Trusts the CA of the sandbox, if there is one, and the anchors of the file, as read last. */
export function openTrust(sandboxCa: string | null, anchors: ReloadedValue<string> | null): TrustStore {
  const storeOf = (pem: string | null) =>
    // The second argument says which of the anchors is the sandbox's own.
    createTrustStore(
      [sandboxCa, pem].filter((authority) => authority !== null),
      sandboxCa,
    );
  const trust = createLiveTrustStore(storeOf(anchors?.current() ?? null));
  anchors?.onChange((pem) => trust.replace(storeOf(pem)));
  return trust;
}

/** Reads the revocation lists, and watches their file until the process closes. */
export async function openRevocations(
  path: string,
  trust: TrustStore,
  { logs, closers }: { readonly logs: Logs; readonly closers: (() => Promise<void>)[] },
): Promise<RevocationFile> {
  const file = await openRevocationFile({
    path,
    trust,
    onRead: ({ listCount: lists, revokedCount: revoked, validUntil }) =>
      logs.event('revocation lists read', { lists, revoked, until: new Date(validUntil).toISOString() }),
    onFault: logs.workFailed,
  });
  const stop = file.watch();
  closers.push(async () => stop());
  return file;
}
