/** Puts the writers and readers of messages together with the schemas by which every byte that leaves or arrives is judged. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../../domain/refusal.ts';
import { packageFolder } from '../../../package-folder.ts';
import { cancellation, cancellationName } from './cancellation.ts';
import { creditTransfer, creditTransferName } from './credit-transfer.ts';
import { type Element, fieldAt } from './element.ts';
import { faultsOf } from './faults.ts';
import type { AsideReason, CreditTransferOrder, Messages, Profile, ReadReport } from './messages.ts';
import { namespaceOf, reportReaders } from './read-report.ts';
import { type Complaint, loadXml, type Schema, UnreadableXml, type Xml } from './xml.ts';

/** Schemas and profile, beside the code. */
export const isoFolder = join(packageFolder, 'ops/iso20022');

/** More is kept aside unread. */
export const reportBytesAtMost = 5 * 1024 * 1024;

export interface MessageSettings {
  readonly profile: Profile;
  /** A folder with published schemas that are asked as well, named like ours: `pain.001.001.09.xsd`; null: none. */
  readonly schemaFolder: string | null;
}

/** The schemas of a message: our own, then the published one where there is one. */
function schemasOf(xml: Xml, message: string, { schemaFolder }: MessageSettings): readonly Schema[] {
  const own = join(isoFolder, `${message}.xsd`);
  const published = schemaFolder === null ? null : join(schemaFolder, `${message}.xsd`);
  return [own, ...(published !== null && existsSync(published) ? [published] : [])].map((path) =>
    xml.schema(readFileSync(path)),
  );
}

/** Loads libxml2 and compiles the schemas. */
export async function loadMessages(settings: MessageSettings): Promise<Messages> {
  const { profile } = settings;
  const xml = await loadXml();
  const schemas = new Map(
    [creditTransferName, cancellationName, ...Object.keys(reportReaders)].map((message) => [
      namespaceOf(message),
      { message, schemas: schemasOf(xml, message, settings) },
    ]),
  );

  /** The bytes, and what the schemas say of them. */
  function written(message: string, root: Element) {
    const namespace = namespaceOf(message);
    const bytes = xml.write(root, namespace);
    const judges = schemas.get(namespace)?.schemas ?? [];
    return { bytes, complaints: xml.read(bytes, (document) => document.complaints(judges)) };
  }

  function valid(message: string, root: Element): Uint8Array {
    const { bytes, complaints } = written(message, root);
    if (complaints.length > 0) throw new Error(`${message} is not valid: ${described(complaints)}`);
    return bytes;
  }

  return {
    faults: (product, instruction) => {
      const faults = faultsOf(instruction);
      if (faults.length > 0 || settings.schemaFolder === null) return faults;
      const root = creditTransfer({ ...trial, product, instruction }, profile);
      return written(creditTransferName, root).complaints.map((complaint) => faultOf(root, complaint));
    },
    creditTransfer: (order) => valid(creditTransferName, creditTransfer(order, profile)),
    cancellation: (order) => valid(cancellationName, cancellation(order, profile)),
    readReport: (bytes) => readReport(xml, schemas, bytes),
  };
}

/** An order for no payment: whether one like it could be written. */
const trial: Omit<CreditTransferOrder, 'product' | 'instruction'> = {
  orderId: '00000000000040008000000000000000',
  createdAt: 0,
  initiatingParty: { name: '', tppId: '' },
  debtorName: '',
  executionDate: '2000-01-01',
};

const faultOf = (root: Element, { element, xpath }: Complaint): Fault => ({
  path: fieldAt(root, xpath),
  text: `is not taken by the bank's schema of ${creditTransferName}, element ${element}`,
});

type Schemas = ReadonlyMap<string, { readonly message: string; readonly schemas: readonly Schema[] }>;

function readReport(xml: Xml, schemas: Schemas, bytes: Uint8Array): ReadReport {
  if (bytes.byteLength > reportBytesAtMost) return aside('TOO_LARGE', `${bytes.byteLength} bytes`);
  try {
    return xml.read(bytes, (document) => {
      const found = schemas.get(document.namespace);
      const reader = found && reportReaders[found.message];
      if (!reader) return aside('NAMESPACE', 'none of pain.002.001.10 and camt.029.001.09');
      const complaints = document.complaints(found.schemas);
      if (complaints.length > 0) return aside('INVALID', described(complaints));
      const [message] = document.root().children;
      return message ? { report: reader(message) } : aside('INVALID', 'empty');
    });
  } catch (error) {
    if (error instanceof UnreadableXml) return aside(error.reason, `line ${error.line}`);
    throw error;
  }
}

const aside = (reason: AsideReason, detail: string): ReadReport => ({ aside: reason, detail });

/** The first complaints: elements and lines. */
const described = (complaints: readonly Complaint[]): string =>
  complaints
    .slice(0, 5)
    .map(({ element, line }) => `${element} (line ${line})`)
    .join(', ');
