/** Reads orders and writes reports as a core system does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../domain/payments/reports/report.ts';
import { cancellationMessage } from '../cancellation.ts';
import { creditTransferMessage } from '../credit-transfer.ts';
import { namespaceOf } from '../read-report.ts';
import { ownSchemaFolder } from '../schema-files.ts';
import { compileSchema, readXml, writeXml } from '../xml.ts';
import {
  type ParsedCancellation,
  type ParsedCreditTransfer,
  readCancellation,
  readCreditTransfer,
} from './read-order.ts';
import { cancellationReportDocument, paymentReportDocument } from './write-report.ts';

export type CoreSide = ReturnType<typeof loadCoreSide>;

export function loadCoreSide(bankBic: string) {
  const schemaOf = (message: string) => compileSchema(readFileSync(join(ownSchemaFolder, `${message}.xsd`)));
  const orderReaders = new Map(
    [
      { message: creditTransferMessage, read: readCreditTransfer },
      { message: cancellationMessage, read: readCancellation },
    ].map(({ message, read }) => [namespaceOf(message), { schema: schemaOf(message), read }]),
  );
  return {
    /** null if the message is not a valid order. */
    readOrder: (bytes: Uint8Array): ParsedCreditTransfer | ParsedCancellation | null =>
      readXml(bytes, (document) => {
        const reader = orderReaders.get(document.namespace);
        if (!reader || document.validate([reader.schema]).length > 0) return null;
        const [message] = document.root().children;
        return message ? reader.read(message) : null;
      }),
    writePaymentReport: (report: Report) =>
      writeXml(paymentReportDocument(report), namespaceOf('pain.002.001.10')),
    /** `conclusion` is CNCL, RJCR or PDCR. */
    writeCancellationReport: (report: Report, conclusion: string) =>
      writeXml(cancellationReportDocument(report, conclusion, bankBic), namespaceOf('camt.029.001.09')),
  };
}
