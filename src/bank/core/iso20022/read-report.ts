/** Reads pain.002 and camt.029 that the schemas have accepted. */
import type {
  EntryNames,
  OrderReport,
  Report,
  ReportedReason,
  ReportedStatus,
} from '../../../domain/payments/reports/report.ts';
import { childOf, childrenOf, requiredText, textOf } from './read.ts';
import type { ReadElement } from './xml.ts';

export const namespaceOf = (message: string): string => `urn:iso:std:iso:20022:tech:xsd:${message}`;

/** Each message of a core with the reader of the element in its Document. */
export const reportReaders: Readonly<Record<string, (message: ReadElement) => Report>> = {
  'pain.002.001.10': paymentReport,
  'camt.029.001.09': cancellationReport,
};

/** A pain.002 is about one message; each payment information becomes its own report. */
function paymentReport(message: ReadElement): Report {
  const group = childOf(message, 'OrgnlGrpInfAndSts');
  const ofGroup = group && statusIn(group, 'GrpSts', 'StsRsnInf');
  const orderId = requiredText(message, 'OrgnlGrpInfAndSts', 'OrgnlMsgId');
  const blocks = byKey(
    childrenOf(message, 'OrgnlPmtInfAndSts').map((block) => ({
      key: requiredText(block, 'OrgnlPmtInfId'),
      status: statusIn(block, 'PmtInfSts', 'StsRsnInf'),
      ofAll: ofGroup,
      entries: entriesIn(block, 'OrgnlUETR', 'TxSts', 'StsRsnInf'),
    })),
  );
  const orders = blocks.map(({ key, ...block }) => ({
    orderId,
    informationId: blocks.length > 1 ? key : null,
    ...block,
  }));
  return {
    messageId: requiredText(message, 'GrpHdr', 'MsgId'),
    kind: 'PAYMENT',
    about: aboutOf(requiredText(message, 'OrgnlGrpInfAndSts', 'OrgnlMsgNmId')),
    createdAt: requiredText(message, 'GrpHdr', 'CreDtTm'),
    orders: orders.length > 0 ? orders : [{ orderId, informationId: null, status: ofGroup, entries: [] }],
  };
}

/** In any version. */
function aboutOf(name: string): Report['about'] {
  if (/^pain\.001/i.test(name)) return 'PAYMENT';
  return /^camt\.055/i.test(name) ? 'CANCELLATION' : null;
}

/** camt.029 names its order in the details, or else only by the case. */
function cancellationReport(message: ReadElement): Report {
  const conclusion = statusIn(childOf(message, 'Sts'), 'Conf', '');
  const resolved = textOf(message, 'RslvdCase', 'Id');
  const detailed = byKey(
    childrenOf(message, 'CxlDtls').flatMap((details) => cancelledIn(details, conclusion)),
  ).map(({ key: orderId, ...block }) => ({ orderId, informationId: null, ...block }));
  const orders =
    detailed.length > 0 || resolved === null
      ? detailed
      : [{ orderId: resolved, informationId: null, status: conclusion, entries: [] }];
  return {
    messageId: requiredText(message, 'Assgnmt', 'Id'),
    kind: 'CANCELLATION',
    about: 'CANCELLATION',
    createdAt: requiredText(message, 'Assgnmt', 'CreDtTm'),
    orders,
  };
}

function cancelledIn(details: ReadElement, conclusion: ReportedStatus | null): readonly Block[] {
  const group = childOf(details, 'OrgnlGrpInfAndSts');
  const ofGroup = group && statusIn(group, 'GrpCxlSts', 'CxlStsRsnInf');
  const groupId =
    group &&
    (textOf(group, 'OrgnlGrpCxlId') ?? textOf(group, 'RslvdCase', 'Id') ?? requiredText(group, 'OrgnlMsgId'));
  const ofAll = ofGroup ?? conclusion;
  const blocks = childrenOf(details, 'OrgnlPmtInfAndSts').map((block) => ({
    key:
      textOf(block, 'OrgnlPmtInfCxlId') ??
      textOf(block, 'RslvdCase', 'Id') ??
      textOf(block, 'OrgnlGrpInf', 'OrgnlMsgId') ??
      groupId ??
      requiredText(block, 'OrgnlPmtInfId'),
    status: statusIn(block, 'PmtInfCxlSts', 'CxlStsRsnInf'),
    ofAll,
    entries: entriesIn(block, 'UETR', 'TxCxlSts', 'CxlStsRsnInf'),
  }));
  if (blocks.length > 0 || groupId === null) return blocks;
  return [{ key: groupId, status: null, ofAll, entries: [] }];
}

interface Block {
  /** Blocks with the same key are joined. */
  readonly key: string;
  /** null if the block itself has none. */
  readonly status: ReportedStatus | null;
  /** Applies if neither the block nor an entry has a status. */
  readonly ofAll: ReportedStatus | null;
  readonly entries: readonly { readonly names: EntryNames; readonly status: ReportedStatus | null }[];
}

type Joined = Pick<Block, 'key'> & Pick<OrderReport, 'status' | 'entries'>;

function byKey(blocks: readonly Block[]): readonly Joined[] {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) groups.set(block.key, [...(groups.get(block.key) ?? []), block]);
  return [...groups].map(([key, group]) => ({ key, ...joinBlocks(group) }));
}

/** Each block decides the entries that it names; one that names none decides the rest. */
function joinBlocks(blocks: readonly Block[]): Omit<Joined, 'key'> {
  const isOne = blocks.length === 1;
  const entries = blocks.flatMap(({ status: ofBlock, entries: all }) =>
    all.flatMap(({ names, status: own }) => {
      const status = own ?? (isOne ? null : ofBlock);
      return status === null ? [] : [{ names, status }];
    }),
  );
  const others = isOne ? blocks : blocks.filter((block) => block.entries.length === 0);
  const ofAll = blocks.find((block) => block.ofAll !== null)?.ofAll ?? null;
  return { status: oneOf(others.flatMap(({ status }) => status ?? [])) ?? ofAll, entries };
}

/** If the statuses differ, an unknown one, so that nothing moves and an operator looks. */
function oneOf(statuses: readonly ReportedStatus[]): ReportedStatus | null {
  const [first = null] = statuses;
  const different = new Set(statuses.map(({ code }) => code));
  return different.size > 1 ? { code: [...different].join('/'), reason: null } : first;
}

function entriesIn(block: ReadElement, uetr: string, status: string, reason: string): Block['entries'] {
  return childrenOf(block, 'TxInfAndSts').map((entry) => ({
    names: {
      instructionId: textOf(entry, 'OrgnlInstrId'),
      endToEndId: textOf(entry, 'OrgnlEndToEndId'),
      uetr: textOf(entry, uetr),
    },
    status: statusIn(entry, status, reason),
  }));
}

/** With the reasons beside it; null if there is none. */
function statusIn(element: ReadElement | null, status: string, reasons: string): ReportedStatus | null {
  const code = element && textOf(element, status);
  return element && code !== null ? { code, reason: reasonIn(childrenOf(element, reasons)) } : null;
}

/** The first code, and all texts. */
function reasonIn(reasons: readonly ReadElement[]): ReportedReason | null {
  if (reasons.length === 0) return null;
  const codes = reasons.flatMap((one) => textOf(one, 'Rsn', 'Cd') ?? textOf(one, 'Rsn', 'Prtry') ?? []);
  const words = reasons.flatMap((one) => childrenOf(one, 'AddtlInf').map(({ text }) => text.trim()));
  return { code: codes[0] ?? null, text: words.join(' ') };
}
