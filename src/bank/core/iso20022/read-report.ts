/** Reads reports that fit their schemas: pain.002 and camt.029. */
import { commonStatus, inheritReason, joinReasons } from '../../../domain/payments/reports/join.ts';
import type {
  EntryIds,
  OrderReport,
  Report,
  ReportedReason,
  ReportedStatus,
} from '../../../domain/payments/reports/report.ts';
import { childrenOf, descendantOf, requiredText, textOf } from './read-element.ts';
import type { ParsedElement } from './xml.ts';

export const namespaceOf = (message: string): string => `urn:iso:std:iso:20022:tech:xsd:${message}`;

/** A reader takes the only element inside the Document. */
export const reportReaders: Readonly<Record<string, (message: ParsedElement) => Report>> = {
  'pain.002.001.10': readPaymentReport,
  'camt.029.001.09': readCancellationReport,
};

/** If a pain.002 has several payment informations, each becomes an order report of its own. */
function readPaymentReport(message: ParsedElement): Report {
  const group = descendantOf(message, 'OrgnlGrpInfAndSts');
  const groupStatus = group && statusIn(group, 'GrpSts', 'StsRsnInf');
  const orderId = requiredText(message, 'OrgnlGrpInfAndSts', 'OrgnlMsgId');
  const blocks = joinByKey(
    childrenOf(message, 'OrgnlPmtInfAndSts').map((block) => ({
      key: requiredText(block, 'OrgnlPmtInfId'),
      status: statusIn(block, 'PmtInfSts', 'StsRsnInf'),
      fallbackStatus: groupStatus,
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
    about: subjectOf(requiredText(message, 'OrgnlGrpInfAndSts', 'OrgnlMsgNmId')),
    createdAt: requiredText(message, 'GrpHdr', 'CreDtTm'),
    orders: orders.length > 0 ? orders : [{ orderId, informationId: null, status: groupStatus, entries: [] }],
    hasPartWithoutOrder: false,
  };
}

/** `messageName` may have any version. */
function subjectOf(messageName: string): Report['about'] {
  if (/^pain\.001/i.test(messageName)) return 'PAYMENT';
  return /^camt\.055/i.test(messageName) ? 'CANCELLATION' : null;
}

/** If no CxlDtls of a camt.029 names an order, the id of the case that the message resolves (RslvdCase) is the id of the order. */
function readCancellationReport(message: ParsedElement): Report {
  const conclusionCode = textOf(message, 'Sts', 'Conf');
  const conclusion = conclusionCode === null ? null : { code: conclusionCode, reason: null };
  const resolvedCaseId = textOf(message, 'RslvdCase', 'Id');
  const allDetails = childrenOf(message, 'CxlDtls');
  const detailedOrders = joinByKey(
    allDetails.flatMap((details) => cancellationBlocks(details, conclusion)),
  ).map(({ key: orderId, ...block }) => ({ orderId, informationId: null, ...block }));
  const namesOrderByCase = detailedOrders.length === 0 && resolvedCaseId !== null;
  const orders = namesOrderByCase
    ? [{ orderId: resolvedCaseId, informationId: null, status: conclusion, entries: [] }]
    : detailedOrders;
  return {
    messageId: requiredText(message, 'Assgnmt', 'Id'),
    about: 'CANCELLATION',
    createdAt: requiredText(message, 'Assgnmt', 'CreDtTm'),
    orders,
    hasPartWithoutOrder: allDetails.some(hasTransfersWithoutOrder),
  };
}

/** Transfers outside of a payment information name no order. */
const hasTransfersWithoutOrder = (details: ParsedElement): boolean =>
  childrenOf(details, 'TxInfAndSts').length > 0;

/**
 * Returns no block if the details name no order.
 * A block's key is the id of the cancellation, else the id of its case, else the id of the order to cancel. The payment information id
 * comes last, because the TPP may have chosen it.
 */
function cancellationBlocks(details: ParsedElement, conclusion: ReportedStatus | null): readonly Block[] {
  const group = descendantOf(details, 'OrgnlGrpInfAndSts');
  const groupStatus = group && statusIn(group, 'GrpCxlSts', 'CxlStsRsnInf');
  const groupId =
    group &&
    (textOf(group, 'OrgnlGrpCxlId') ?? textOf(group, 'RslvdCase', 'Id') ?? requiredText(group, 'OrgnlMsgId'));
  const fallbackStatus = groupStatus ?? conclusion;
  const blocks = childrenOf(details, 'OrgnlPmtInfAndSts').map((block) => ({
    key:
      textOf(block, 'OrgnlPmtInfCxlId') ??
      textOf(block, 'RslvdCase', 'Id') ??
      textOf(block, 'OrgnlGrpInf', 'OrgnlMsgId') ??
      groupId ??
      requiredText(block, 'OrgnlPmtInfId'),
    status: statusIn(block, 'PmtInfCxlSts', 'CxlStsRsnInf'),
    fallbackStatus,
    entries: entriesIn(block, 'UETR', 'TxCxlSts', 'CxlStsRsnInf'),
  }));
  if (blocks.length > 0 || groupId === null) return blocks;
  return [{ key: groupId, status: null, fallbackStatus, entries: [] }];
}

/** What one OrgnlPmtInfAndSts says. A CxlDtls without an OrgnlPmtInfAndSts becomes one block, with what its group says. */
interface Block {
  /** Blocks with the same key are joined. */
  readonly key: string;
  readonly status: ReportedStatus | null;
  /** The status of the group or message. The order gets this status if none of its blocks has a status. */
  readonly fallbackStatus: ReportedStatus | null;
  readonly entries: readonly { readonly ids: EntryIds; readonly status: ReportedStatus | null }[];
}

type JoinedBlock = Pick<Block, 'key'> & Pick<OrderReport, 'status' | 'entries'>;

function joinByKey(blocks: readonly Block[]): readonly JoinedBlock[] {
  const blocksByKey = new Map<string, Block[]>();
  for (const block of blocks) blocksByKey.set(block.key, [...(blocksByKey.get(block.key) ?? []), block]);
  return [...blocksByKey].map(([key, sameKeyBlocks]) => ({ key, ...joinBlocks(sameKeyBlocks) }));
}

/**
 * The status of a block applies to the order. But if the order has several blocks, the status of a block with entries applies only to
 * those of its entries that have no status of their own.
 */
function joinBlocks(blocks: readonly Block[]): Omit<JoinedBlock, 'key'> {
  const isOnlyBlock = blocks.length === 1;
  const entries = blocks.flatMap((block) =>
    block.entries.flatMap(({ ids, status: entryStatus }) => {
      const status = entryStatus ?? (isOnlyBlock ? null : block.status);
      return status === null ? [] : [{ ids, status }];
    }),
  );
  const orderBlocks = isOnlyBlock ? blocks : blocks.filter((block) => block.entries.length === 0);
  const orderStatus = commonStatus(orderBlocks.flatMap(({ status }) => status ?? []));
  const fallbackStatus = blocks.find((block) => block.fallbackStatus !== null)?.fallbackStatus ?? null;
  return { status: orderStatus ? inheritReason(orderStatus, fallbackStatus) : fallbackStatus, entries };
}

function entriesIn(block: ParsedElement, uetrName: string, statusName: string, reasonName: string) {
  return childrenOf(block, 'TxInfAndSts').map((entry) => ({
    ids: {
      instructionId: textOf(entry, 'OrgnlInstrId'),
      endToEndId: textOf(entry, 'OrgnlEndToEndId'),
      uetr: textOf(entry, uetrName),
    },
    status: statusIn(entry, statusName, reasonName),
  }));
}

function statusIn(element: ParsedElement, statusName: string, reasonName: string): ReportedStatus | null {
  const code = textOf(element, statusName);
  if (code === null) return null;
  return { code, reason: joinReasons(childrenOf(element, reasonName).map(reasonIn)) };
}

const reasonIn = (element: ParsedElement): ReportedReason => ({
  code: textOf(element, 'Rsn', 'Cd') ?? textOf(element, 'Rsn', 'Prtry'),
  text: childrenOf(element, 'AddtlInf')
    .map(({ text }) => text.trim())
    .join(' '),
});
