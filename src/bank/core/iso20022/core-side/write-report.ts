/** Writes pain.002 and camt.029 as a core does, for the simulated core and tests. */
import type {
  EntryReport,
  OrderReport,
  Report,
  ReportedReason,
  ReportedStatus,
} from '../../../../domain/payments/reports/report.ts';
import { cancellationName } from '../cancellation.ts';
import { creditTransferName } from '../credit-transfer.ts';
import { type Element, element, leaf, optionalLeaf } from '../element.ts';

/** A pain.002 is about one order. */
export function paymentReport(report: Report): Element {
  const [order] = report.orders;
  if (order === undefined || report.orders.length > 1)
    throw new Error('a pain.002 reports on exactly one order');
  const { orderId, status, entries } = order;
  return element('Document', [
    element('CstmrPmtStsRpt', [
      element('GrpHdr', [leaf('MsgId', report.messageId), leaf('CreDtTm', report.createdAt)]),
      element('OrgnlGrpInfAndSts', [
        leaf('OrgnlMsgId', orderId),
        leaf('OrgnlMsgNmId', report.about === 'CANCELLATION' ? cancellationName : creditTransferName),
        ...statusOf(status, 'GrpSts', 'StsRsnInf'),
      ]),
      entries.length === 0
        ? null
        : element('OrgnlPmtInfAndSts', [
            leaf('OrgnlPmtInfId', orderId),
            ...entries.map((entry) => transferOf(entry, 'OrgnlUETR', 'TxSts', 'StsRsnInf')),
          ]),
    ]),
  ]);
}

/** `conclusion`: the code that answers the whole cancellation request. */
export function cancellationReport(report: Report, conclusion: string, bankBic: string): Element {
  const bank = element('Agt', [element('FinInstnId', [leaf('BICFI', bankBic)])]);
  return element('Document', [
    element('RsltnOfInvstgtn', [
      element('Assgnmt', [
        leaf('Id', report.messageId),
        element('Assgnr', [bank]),
        element('Assgne', [element('Pty', [])]),
        leaf('CreDtTm', report.createdAt),
      ]),
      element('Sts', [leaf('Conf', conclusion)]),
      ...report.orders.map((order) => element('CxlDtls', [cancellationDetails(order)])),
    ]),
  ]);
}

const cancellationDetails = ({ orderId, status, entries }: OrderReport): Element =>
  element('OrgnlPmtInfAndSts', [
    leaf('OrgnlPmtInfCxlId', orderId),
    leaf('OrgnlPmtInfId', orderId),
    ...statusOf(status, 'PmtInfCxlSts', 'CxlStsRsnInf'),
    ...entries.map((entry) => transferOf(entry, 'UETR', 'TxCxlSts', 'CxlStsRsnInf')),
  ]);

const transferOf = ({ names, status }: EntryReport, uetr: string, name: string, reasons: string): Element =>
  element('TxInfAndSts', [
    optionalLeaf('OrgnlInstrId', names.instructionId ?? undefined),
    optionalLeaf('OrgnlEndToEndId', names.endToEndId ?? undefined),
    optionalLeaf(uetr, names.uetr ?? undefined),
    ...statusOf(status, name, reasons),
  ]);

const statusOf = (
  status: ReportedStatus | null,
  name: string,
  reasons: string,
): readonly (Element | null)[] =>
  status === null ? [] : [leaf(name, status.code), status.reason && reasonOf(status.reason, reasons)];

/** Longest text of a reason, in characters. */
const textAtMost = 105;
const codeAtMost = 4;

const reasonOf = ({ code, text }: ReportedReason, name: string): Element =>
  element(name, [
    code === null ? null : element('Rsn', [leaf(code.length <= codeAtMost ? 'Cd' : 'Prtry', code)]),
    optionalLeaf('AddtlInf', text.slice(0, textAtMost)),
  ]);
