import { statSync } from 'node:fs';
import { FileTextError, fileText } from '../domain/values/file-text.ts';
import { readOperatorFile } from '../operator-file.ts';
import { type RevocationLists, type Revocations, readRevocations } from '../security/revocation.ts';
import { createTrustStore, TrustError, type TrustStore } from '../security/trust.ts';
import type { LiveFiles, ReloadedValue } from './live-files.ts';
import type { Logs } from './log.ts';

/** Throws a TrustError with a message of one line. `createTrustStore` is called only to check the anchors. */
export function readAnchors(file: string): string {
  try {
    const pem = fileText(readOperatorFile(file));
    createTrustStore([pem]);
    return pem;
  } catch (error) {
    if (error instanceof TrustError) throw new TrustError(`TRUST_ANCHORS, ${file}: ${error.message}`);
    if (error instanceof FileTextError) throw new TrustError(`TRUST_ANCHORS: ${file} ${error.message}.`);
    throw new TrustError(`TRUST_ANCHORS: cannot read ${file}.`, { cause: error });
  }
}

export const openAnchors = (file: string, live: LiveFiles): ReloadedValue<string> =>
  live.open({ name: 'TRUST_ANCHORS', paths: [file], read: () => readAnchors(file) });

/** Trusts the CA of the sandbox and the latest readable anchors. */
export function openTrust(sandboxCa: string | null, anchors: ReloadedValue<string> | null): TrustStore {
  const storeOf = (pem: string | null) =>
    createTrustStore(
      [sandboxCa, pem].filter((authority) => authority !== null),
      sandboxCa,
    );
  let current = storeOf(anchors?.current() ?? null);
  anchors?.onChange((pem) => {
    current = storeOf(pem);
  });
  return { findByName: (name) => current.findByName(name) };
}

/** Reads CRL_FILE again when the file or the anchors change, because an anchor must have signed each list. */
export function openRevocations(
  path: string,
  trust: TrustStore,
  anchors: ReloadedValue<string> | null,
  { logs, live }: { readonly logs: Pick<Logs, 'event' | 'warn'>; readonly live: LiveFiles },
): Revocations {
  let listsInForce: RevocationLists['lists'] = [];
  const crlFile = live.open({
    name: 'CRL_FILE',
    paths: [path],
    read() {
      const revocations = readRevocationFile(path, trust, listsInForce);
      listsInForce = revocations.lists;
      const { revokedCount: revoked } = revocations;
      const end = revocations.validUntil();
      const until = new Date(end).toISOString();
      logs.event('revocation lists read', { lists: listsInForce.length, revoked, until });
      if (end < Date.now()) logs.warn('revocation list ended', { until });
      return revocations;
    },
  });
  // `live` checks files in the order of opening, TRUST_ANCHORS before CRL_FILE. So the check that finds new anchors also reads CRL_FILE.
  anchors?.onChange(crlFile.readAtNextCheck);
  return {
    faultOf: (issued, now) => crlFile.current().faultOf(issued, now),
    validUntil: () => crlFile.current().validUntil(),
  };
}

const maxListBytes = 16 * 1_024 * 1_024;

/** Throws a TrustError with a message of one line. */
export function readRevocationFile(
  path: string,
  trust: TrustStore,
  listsInForce: RevocationLists['lists'] = [],
): RevocationLists {
  try {
    return readRevocations(revocationBytes(path), trust, listsInForce);
  } catch (error) {
    if (error instanceof TrustError) throw new TrustError(`CRL_FILE ${path}: ${error.message}.`);
    if (error instanceof FileTextError) throw new TrustError(`CRL_FILE ${path}: it ${error.message}.`);
    throw new TrustError(`CRL_FILE ${path}: it cannot be read.`, { cause: error });
  }
}

function revocationBytes(path: string): Buffer {
  if (statSync(path).size > maxListBytes) throw new TrustError(`it has more than ${maxListBytes} bytes`);
  return readOperatorFile(path);
}
