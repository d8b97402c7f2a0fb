import type {
  EntryReport,
  OrderReport,
  Report,
  ReportedReason,
  ReportedStatus,
} from '../../../../domain/payments/reports/report.ts';
import { cancellationMessage } from '../cancellation.ts';
import { creditTransferMessage } from '../credit-transfer.ts';
import { type Element, element, leaf, optionalLeaf } from '../element.ts';

export function paymentReportDocument(report: Report): Element {
  const [order] = report.orders;
  if (order === undefined || report.orders.length > 1)
    throw new Error('a pain.002 reports on exactly one order');
  const { orderId, status, entries } = order;
  return element('Document', [
    element('CstmrPmtStsRpt', [
      element('GrpHdr', [leaf('MsgId', report.messageId), leaf('CreDtTm', report.createdAt)]),
      element('OrgnlGrpInfAndSts', [
        leaf('OrgnlMsgId', orderId),
        leaf('OrgnlMsgNmId', report.about === 'CANCELLATION' ? cancellationMessage : creditTransferMessage),
        ...statusElements(status, 'GrpSts', 'StsRsnInf'),
      ]),
      entries.length === 0
        ? null
        : element('OrgnlPmtInfAndSts', [
            leaf('OrgnlPmtInfId', orderId),
            ...entries.map((entry) => entryElement(entry, 'OrgnlUETR', 'TxSts', 'StsRsnInf')),
          ]),
    ]),
  ]);
}

export function cancellationReportDocument(report: Report, conclusion: string, bankBic: string): Element {
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
    ...statusElements(status, 'PmtInfCxlSts', 'CxlStsRsnInf'),
    ...entries.map((entry) => entryElement(entry, 'UETR', 'TxCxlSts', 'CxlStsRsnInf')),
  ]);

const entryElement = (
  { ids, status }: EntryReport,
  uetrName: string,
  statusName: string,
  reasonName: string,
): Element =>
  element('TxInfAndSts', [
    optionalLeaf('OrgnlInstrId', ids.instructionId ?? undefined),
    optionalLeaf('OrgnlEndToEndId', ids.endToEndId ?? undefined),
    optionalLeaf(uetrName, ids.uetr ?? undefined),
    ...statusElements(status, statusName, reasonName),
  ]);

const statusElements = (
  status: ReportedStatus | null,
  statusName: string,
  reasonName: string,
): readonly (Element | null)[] =>
  status === null
    ? []
    : [leaf(statusName, status.code), status.reason && reasonElement(status.reason, reasonName)];

/** The limit of ISO 20022. */
const maxReasonTextLength = 105;
/** A longer reason code is not a code of ISO 20022, so it is written as proprietary. */
const maxIsoCodeLength = 4;

const reasonElement = ({ code, text }: ReportedReason, name: string): Element =>
  element(name, [
    code === null ? null : element('Rsn', [leaf(code.length <= maxIsoCodeLength ? 'Cd' : 'Prtry', code)]),
    optionalLeaf('AddtlInf', text.slice(0, maxReasonTextLength)),
  ]);
