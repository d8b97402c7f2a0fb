/** Reads orders and writes reports as a core does, for the simulated core and tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../domain/payments/reports/report.ts';
import { cancellationName } from '../cancellation.ts';
import { creditTransferName } from '../credit-transfer.ts';
import { namespaceOf } from '../read-report.ts';
import { isoFolder } from '../schema-files.ts';
import { compileSchema, readXml, writeXml } from '../xml.ts';
import {
  type CancellationRead,
  type CreditTransferRead,
  readCancellation,
  readCreditTransfer,
} from './read-order.ts';
import { cancellationReport, paymentReport } from './write-report.ts';

export interface CoreSide {
  /** null if this service would not write the message. Throws an UnreadableXml. */
  readOrder(bytes: Uint8Array): CreditTransferRead | CancellationRead | null;
  /** pain.002 */
  paymentReport(report: Report): Uint8Array;
  /** camt.029; `conclusion` is CNCL, RJCR or PDCR. */
  cancellationReport(report: Report, conclusion: string): Uint8Array;
}

export function loadCoreSide(bankBic: string): CoreSide {
  const schemaOf = (message: string) => compileSchema(readFileSync(join(isoFolder, `${message}.xsd`)));
  const orders = new Map(
    [
      { message: creditTransferName, read: readCreditTransfer },
      { message: cancellationName, read: readCancellation },
    ].map(({ message, read }) => [namespaceOf(message), { schema: schemaOf(message), read }]),
  );
  return {
    readOrder: (bytes) =>
      readXml(bytes, (document) => {
        const reader = orders.get(document.namespace);
        if (!reader || document.complaints([reader.schema]).length > 0) return null;
        const [message] = document.root().children;
        return message ? reader.read(message) : null;
      }),
    paymentReport: (report) => writeXml(paymentReport(report), namespaceOf('pain.002.001.10')),
    cancellationReport: (report, conclusion) =>
      writeXml(cancellationReport(report, conclusion, bankBic), namespaceOf('camt.029.001.09')),
  };
}
