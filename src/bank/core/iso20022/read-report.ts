/** Reads pain.002 and camt.029, both valid by the schemas: pure. */
import type {
  EntryReport,
  OrderReport,
  Report,
  ReportedReason,
  ReportedStatus,
} from '../../../domain/payments/reports/report.ts';
import { childOf, childrenOf, given, textOf } from './read.ts';
import type { ReadElement } from './xml.ts';

/** The namespace of a message. */
export const namespaceOf = (message: string): string => `urn:iso:std:iso:20022:tech:xsd:${message}`;

/** The messages that a core sends, each with what reads the element inside its Document. */
export const reportReaders: Readonly<Record<string, (message: ReadElement) => Report>> = {
  'pain.002.001.10': paymentReport,
  'camt.029.001.09': cancellationReport,
};

/** pain.002 is about one message, so about one order, whatever payment information it names. */
function paymentReport(message: ReadElement): Report {
  const blocks = childrenOf(message, 'OrgnlPmtInfAndSts');
  const group = childOf(message, 'OrgnlGrpInfAndSts');
  const ofGroup = group && statusIn(group, 'GrpSts', 'StsRsnInf');
  const [ofBlock = null] = blocks.flatMap((block) => statusIn(block, 'PmtInfSts', 'StsRsnInf') ?? []);
  const order: OrderReport = {
    orderId: given(message, 'OrgnlGrpInfAndSts', 'OrgnlMsgId'),
    status: ofBlock ?? ofGroup,
    entries: blocks.flatMap((block) => entriesIn(block, 'OrgnlUETR', 'TxSts', 'StsRsnInf')),
  };
  return {
    messageId: given(message, 'GrpHdr', 'MsgId'),
    kind: 'PAYMENT',
    createdAt: given(message, 'GrpHdr', 'CreDtTm'),
    orders: [order],
  };
}

/** camt.029 names what it is about in its details, or where it has none by the case alone. */
function cancellationReport(message: ReadElement): Report {
  const conclusion = statusIn(childOf(message, 'Sts'), 'Conf', '');
  const resolved = textOf(message, 'RslvdCase', 'Id');
  const detailed = childrenOf(message, 'CxlDtls').flatMap((details) => cancelledIn(details, conclusion));
  const orders =
    detailed.length > 0 || resolved === null
      ? detailed
      : [{ orderId: resolved, status: conclusion, entries: [] }];
  return {
    messageId: given(message, 'Assgnmt', 'Id'),
    kind: 'CANCELLATION',
    createdAt: given(message, 'Assgnmt', 'CreDtTm'),
    orders,
  };
}

function cancelledIn(details: ReadElement, conclusion: ReportedStatus | null): readonly OrderReport[] {
  const group = childOf(details, 'OrgnlGrpInfAndSts');
  const ofGroup = group && statusIn(group, 'GrpCxlSts', 'CxlStsRsnInf');
  const groupId =
    group &&
    (textOf(group, 'OrgnlGrpCxlId') ?? textOf(group, 'RslvdCase', 'Id') ?? given(group, 'OrgnlMsgId'));
  const blocks = childrenOf(details, 'OrgnlPmtInfAndSts').map((block) => ({
    orderId:
      textOf(block, 'OrgnlPmtInfCxlId') ??
      textOf(block, 'RslvdCase', 'Id') ??
      textOf(block, 'OrgnlGrpInf', 'OrgnlMsgId') ??
      groupId ??
      given(block, 'OrgnlPmtInfId'),
    status: statusIn(block, 'PmtInfCxlSts', 'CxlStsRsnInf') ?? ofGroup ?? conclusion,
    entries: entriesIn(block, 'UETR', 'TxCxlSts', 'CxlStsRsnInf'),
  }));
  if (blocks.length > 0 || groupId === null) return blocks;
  return [{ orderId: groupId, status: ofGroup ?? conclusion, entries: [] }];
}

/** Entries that have a status. */
function entriesIn(block: ReadElement, uetr: string, status: string, reason: string): readonly EntryReport[] {
  return childrenOf(block, 'TxInfAndSts').flatMap((entry) => {
    const found = statusIn(entry, status, reason);
    if (found === null) return [];
    const names = {
      instructionId: textOf(entry, 'OrgnlInstrId'),
      endToEndId: textOf(entry, 'OrgnlEndToEndId'),
      uetr: textOf(entry, uetr),
    };
    return [{ names, status: found }];
  });
}

/** The status in the element of that name, with its reasons beside it; null: none. */
function statusIn(element: ReadElement | null, status: string, reasons: string): ReportedStatus | null {
  const code = element && textOf(element, status);
  return element && code !== null ? { code, reason: reasonIn(childrenOf(element, reasons)) } : null;
}

/** The first code of all reasons, and all their words. */
function reasonIn(reasons: readonly ReadElement[]): ReportedReason | null {
  if (reasons.length === 0) return null;
  const codes = reasons.flatMap((one) => textOf(one, 'Rsn', 'Cd') ?? textOf(one, 'Rsn', 'Prtry') ?? []);
  const words = reasons.flatMap((one) => childrenOf(one, 'AddtlInf').map(({ text }) => text.trim()));
  return { code: codes[0] ?? null, text: words.join(' ') };
}
