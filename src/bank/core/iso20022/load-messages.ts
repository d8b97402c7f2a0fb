import type { Fault } from '../../../domain/refusal.ts';
import { readOperatorFile } from '../../../operator-file.ts';
import { cancellationDocument, cancellationMessage } from './cancellation.ts';
import { creditTransferDocument, creditTransferMessage, productProfileOf } from './credit-transfer.ts';
import { type Element, fieldPathAt } from './element.ts';
import { createEntryFinder } from './entry-ids.ts';
import { messageFaults } from './faults.ts';
import type { CreditTransferOrder, Messages, ParsedReport, UnreadableReason } from './messages.ts';
import type { Profile } from './profile.ts';
import { profileFaults } from './profile-faults.ts';
import { namespaceOf, reportReaders } from './read-report.ts';
import { schemaFiles } from './schema-files.ts';
import {
  compileSchema,
  type OpenDocument,
  readXml,
  reportBounds,
  type Schema,
  type SchemaError,
  UnreadableXml,
  writeXml,
} from './xml.ts';

/** Larger reports are stored unprocessed. */
export const maxReportBytes = 5 * 1024 * 1024;

export class UnusableSchema extends Error {}

function openSchema(path: string): Schema {
  try {
    return compileSchema(readOperatorFile(path));
  } catch (error) {
    throw new UnusableSchema(`${path} is not an XML schema that the service can read`, { cause: error });
  }
}

/** The schemas in `schemaFolder` (ISO_SCHEMA_DIR) validate in addition to the service's own. Throws an UnusableSchema. */
export function loadMessages(profile: Profile, schemaFolder: string | null): Messages {
  const schemaAt = memoise(openSchema);
  const schemasOf = memoise((message: string) => schemaFiles(message, schemaFolder).map(schemaAt));
  const schemasOfProduct = memoise((code: string) =>
    schemaFiles(creditTransferMessage, schemaFolder, profile.products[code]?.schema).map(schemaAt),
  );
  // Compiles all schemas now, so that an invalid one stops the start of the process.
  for (const message of [cancellationMessage, ...Object.keys(reportReaders)]) schemasOf(message);
  for (const code of Object.keys(profile.products)) schemasOfProduct(code);
  const reportFormats = new Map(
    Object.entries(reportReaders).map(([message, read]) => [
      namespaceOf(message),
      { read, schemas: schemasOf(message) },
    ]),
  );

  function readDocument(document: OpenDocument): ParsedReport {
    const format = reportFormats.get(document.namespace);
    if (!format) return unreadableReport('NAMESPACE', 'neither pain.002.001.10 nor camt.029.001.09');
    const errors = document.validate(format.schemas);
    if (errors.length > 0) return unreadableReport('INVALID', describeErrors(errors));
    const [message] = document.root().children;
    return message ? { report: format.read(message) } : unreadableReport('INVALID', 'empty');
  }

  return {
    findFaults: (product, instruction) => {
      const schemas = schemasOfProduct(product);
      const productProfile = productProfileOf(profile, product);
      const faults = [...messageFaults(instruction), ...profileFaults(instruction, productProfile)];
      // The rules above find every fault that the service's own schema finds.
      const hasOnlyOwnSchema = schemas.length === 1;
      if (faults.length > 0 || hasOnlyOwnSchema) return faults;
      const root = creditTransferDocument({ ...sampleOrder, product, instruction }, profile);
      const { errors } = writeAndValidate(creditTransferMessage, root, schemas);
      return errors.map((error) => faultOf(root, error));
    },
    writeCreditTransfer(order) {
      const root = creditTransferDocument(order, profile);
      return writeAndRequireValid(creditTransferMessage, root, schemasOfProduct(order.product));
    },
    writeCancellation(order) {
      const root = cancellationDocument(order, profile);
      return writeAndRequireValid(cancellationMessage, root, schemasOf(cancellationMessage));
    },
    createEntryFinder: (order) => createEntryFinder(order, productProfileOf(profile, order.product).uetr),
    readReport(bytes) {
      if (bytes.byteLength > maxReportBytes)
        return unreadableReport('TOO_LARGE', `${bytes.byteLength} bytes`);
      try {
        return readXml(bytes, readDocument, reportBounds);
      } catch (error) {
        if (error instanceof UnreadableXml) return unreadableReport(error.reason, `line ${error.line}`);
        throw error;
      }
    },
  };
}

function writeAndValidate(message: string, root: Element, schemas: readonly Schema[]) {
  const bytes = writeXml(root, namespaceOf(message));
  return { bytes, errors: readXml(bytes, (document) => document.validate(schemas)) };
}

function writeAndRequireValid(message: string, root: Element, schemas: readonly Schema[]): Uint8Array {
  const { bytes, errors } = writeAndValidate(message, root, schemas);
  if (errors.length > 0) throw new Error(`${message} is not valid: ${describeErrors(errors)}`);
  return bytes;
}

function memoise<Value>(compute: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}

/** Stands for the order that a new payment does not have yet. */
const sampleOrder: Omit<CreditTransferOrder, 'product' | 'instruction'> = {
  orderId: '00000000000040008000000000000000',
  createdAt: 0,
  initiatingParty: { name: '', tppId: '' },
  debtorName: '',
  executionDate: '2000-01-01',
};

const faultOf = (root: Element, { element, xpath }: SchemaError): Fault => ({
  path: fieldPathAt(root, xpath),
  text: `does not fit the bank's schema of ${creditTransferMessage}, element ${element}`,
});

const unreadableReport = (reason: UnreadableReason, detail: string): ParsedReport => ({
  unreadable: reason,
  detail,
});

const describeErrors = (errors: readonly SchemaError[]): string =>
  errors
    .slice(0, 5)
    .map(({ element, line }) => `${element} (line ${line})`)
    .join(', ');
