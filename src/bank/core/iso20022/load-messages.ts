/** Combines writers and readers with the schemas that check every message sent or received. */
import { readFileSync } from 'node:fs';
import type { Report } from '../../../domain/payments/reports/report.ts';
import type { Fault } from '../../../domain/refusal.ts';
import { cancellation, cancellationName } from './cancellation.ts';
import { creditTransfer, creditTransferName, productProfile } from './credit-transfer.ts';
import { type Element, fieldAt } from './element.ts';
import { entryFinder } from './entry-ids.ts';
import { faultsOf } from './faults.ts';
import type { CreditTransferOrder, Messages, ParsedReport, Profile, UnreadableReason } from './messages.ts';
import { profileFaults } from './profile-faults.ts';
import { namespaceOf, reportReaders } from './read-report.ts';
import { schemaFiles } from './schema-files.ts';
import {
  type Complaint,
  compileSchema,
  type ReadElement,
  readXml,
  type Schema,
  UnreadableXml,
  writeXml,
} from './xml.ts';

/** Larger reports are stored unread. */
export const reportBytesAtMost = 5 * 1024 * 1024;

export interface MessageSettings {
  readonly profile: Profile;
  /** A folder with published schemas that are checked too; null: none. */
  readonly schemaFolder: string | null;
}

export function loadMessages(settings: MessageSettings): Messages {
  const { profile, schemaFolder } = settings;
  const schemaAt = memoise((path: string) => compileSchema(readFileSync(path)));
  const schemasOf = memoise((message: string) => schemaFiles(message, schemaFolder).map(schemaAt));
  const schemasOfProduct = memoise((code: string) =>
    schemaFiles(creditTransferName, schemaFolder, profile.products[code]?.schema).map(schemaAt),
  );
  // Compiled at start, so that an invalid schema prevents it.
  for (const message of [cancellationName, ...Object.keys(reportReaders)]) schemasOf(message);
  for (const code of Object.keys(profile.products)) schemasOfProduct(code);
  const reports = new Map(
    Object.entries(reportReaders).map(([message, reader]) => [
      namespaceOf(message),
      { reader, schemas: schemasOf(message) },
    ]),
  );

  return {
    faults: (product, instruction) => {
      const judges = schemasOfProduct(product);
      const faults = [
        ...faultsOf(instruction),
        ...profileFaults(instruction, productProfile(profile, product)),
      ];
      // Our own schema of orders was the only judge.
      if (faults.length > 0 || judges.length === 1) return faults;
      const root = creditTransfer({ ...trial, product, instruction }, profile);
      const { complaints } = write(creditTransferName, root, judges);
      return complaints.map((complaint) => faultOf(root, complaint));
    },
    creditTransfer: (order) =>
      writeValid(creditTransferName, creditTransfer(order, profile), schemasOfProduct(order.product)),
    cancellation: (order) =>
      writeValid(cancellationName, cancellation(order, profile), schemasOf(cancellationName)),
    entryFinder: (order) => entryFinder(order, productProfile(profile, order.product).uetr),
    readReport: (bytes) => readReport(reports, bytes),
  };
}

function write(message: string, root: Element, judges: readonly Schema[]) {
  const bytes = writeXml(root, namespaceOf(message));
  return { bytes, complaints: readXml(bytes, (document) => document.complaints(judges)) };
}

function writeValid(message: string, root: Element, judges: readonly Schema[]): Uint8Array {
  const { bytes, complaints } = write(message, root, judges);
  if (complaints.length > 0) throw new Error(`${message} is not valid: ${described(complaints)}`);
  return bytes;
}

function memoise<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

/** A sample order, to check that a product's orders can be written. */
const trial: Omit<CreditTransferOrder, 'product' | 'instruction'> = {
  orderId: '00000000000040008000000000000000',
  createdAt: 0,
  initiatingParty: { name: '', tppId: '' },
  debtorName: '',
  executionDate: '2000-01-01',
};

const faultOf = (root: Element, { element, xpath }: Complaint): Fault => ({
  path: fieldAt(root, xpath),
  text: `does not fit the bank's schema of ${creditTransferName}, element ${element}`,
});

type ReportReaders = ReadonlyMap<
  string,
  { readonly reader: (message: ReadElement) => Report; readonly schemas: readonly Schema[] }
>;

function readReport(readers: ReportReaders, bytes: Uint8Array): ParsedReport {
  if (bytes.byteLength > reportBytesAtMost) return unreadable('TOO_LARGE', `${bytes.byteLength} bytes`);
  try {
    return readXml(bytes, (document) => {
      const message = readers.get(document.namespace);
      if (!message) return unreadable('NAMESPACE', 'neither pain.002.001.10 nor camt.029.001.09');
      const complaints = document.complaints(message.schemas);
      if (complaints.length > 0) return unreadable('INVALID', described(complaints));
      const [content] = document.root().children;
      return content ? { report: message.reader(content) } : unreadable('INVALID', 'empty');
    });
  } catch (error) {
    if (error instanceof UnreadableXml) return unreadable(error.reason, `line ${error.line}`);
    throw error;
  }
}

const unreadable = (reason: UnreadableReason, detail: string): ParsedReport => ({
  unreadable: reason,
  detail,
});

/** The first schema errors: elements and lines. */
const described = (complaints: readonly Complaint[]): string =>
  complaints
    .slice(0, 5)
    .map(({ element, line }) => `${element} (line ${line})`)
    .join(', ');
