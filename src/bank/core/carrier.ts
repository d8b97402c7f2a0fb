/** Takes orders to the core, or into the folder of the outbox, and fetches the reports of the core. */
import type { Instruction } from '../../domain/payments/instruction.ts';
import type { PaymentRecord } from '../../operations/ports/stores.ts';
import * as answers from './answers.ts';
import type { CoreClient } from './client.ts';
import { paymentInformationIdOf } from './iso20022/credit-transfer.ts';
import type { Messages, ParsedReport } from './iso20022/messages.ts';
import { type Delivery, type OrderRecord, type OutgoingOrder, reportsAtMost } from './orders/ports.ts';
import type { Outbox } from './outbox.ts';
import { tppMessagesOf } from './queries.ts';
import { readPage } from './report-page.ts';

/** `listReports` is called for no TPP, because the reports in one response may be about orders of different TPPs. */
const noTpp = '';

export interface CarrierParts {
  readonly client: CoreClient;
  readonly messages: Messages;
  readonly outbox: Outbox | null;
}

export type OrderCarrier = ReturnType<typeof createCarrier>;

/** A method that calls the core throws a Refusal if the core does not respond. */
export function createCarrier({ client, messages, outbox }: CarrierParts) {
  /** null: the core does not have the order. */
  const getOrder = async ({ tppId, orderId }: OrderRecord) =>
    (await client.call('getOrder', { tppId, path: { orderId } }, { 200: answers.order, 404: null })).body;
  return {
    /** true: an earlier attempt has reached the core. With a folder, false is not certain, because the bank may have fetched the file. */
    hasOrder: async (order: OrderRecord): Promise<boolean> =>
      outbox === null ? (await getOrder(order)) !== null : outbox.has(order.orderId),
    async send(outgoing: OutgoingOrder): Promise<Delivery> {
      const { orderId, tppId } = outgoing.order;
      let bytes: Uint8Array;
      try {
        bytes = writeOrder(messages, outgoing);
      } catch (error) {
        return { unwritable: error };
      }
      if (outbox !== null) return outbox.write(orderId, bytes);
      const request = { tppId, path: { orderId }, body: new TextDecoder().decode(bytes) };
      // The schemas by expected status; null: the body is ignored.
      const schemas = { 200: null, 201: null, 409: null, 422: answers.faults };
      const answer = await client.call('putOrder', request, schemas);
      if (answer.status === 409) return 'CONFLICT';
      return answer.status === 422 ? { refused: tppMessagesOf(answer.body.faults) } : 'DELIVERED';
    },
    /** null: there is no report, or the core does not have the order. */
    fetchLastReport: async (order: OrderRecord): Promise<string | null> =>
      (await getOrder(order))?.report ?? null,
    /** Fetches reports later than `after`. If there are none yet, the core waits for some before it responds. */
    fetchReports: (after: string | null, limit: number) => readPage(listReports(client, after, limit)),
    callTimeoutMs: client.timeoutMs,
    /** Epoch milliseconds of the last response; null: no response since the process started. */
    lastAnsweredAt: () => client.figures().lastAnsweredAt,
    /** A line break before the XML declaration would make the document unreadable. */
    readReport: (document: string): ParsedReport =>
      messages.readReport(new TextEncoder().encode(document.trim())),
    informationIdOf: (order: OrderRecord, instruction: Instruction) =>
      paymentInformationIdOf(creditTransferOf(order, instruction)),
    createEntryFinder: (
      order: OrderRecord,
      { product, instruction }: Pick<PaymentRecord, 'product' | 'instruction'>,
    ) => messages.createEntryFinder({ ...creditTransferOf(order, instruction), product }),
    alarm: (...alarm: Parameters<CoreClient['alarm']>): void => client.alarm(...alarm),
  };
}

function writeOrder(messages: Messages, outgoing: OutgoingOrder): Uint8Array {
  const { order, tppName, product, instruction, orderToCancel } = outgoing;
  const { orderId, createdAt, tppId, debtorName, executionDate } = order;
  const commonFields = { orderId, createdAt, initiatingParty: { name: tppName, tppId } };
  if (orderToCancel === null)
    return messages.writeCreditTransfer({ ...commonFields, product, instruction, debtorName, executionDate });
  return messages.writeCancellation({
    ...commonFields,
    orderToCancel: { orderId: orderToCancel.orderId, createdAt: orderToCancel.createdAt, instruction },
  });
}

async function listReports(
  client: CoreClient,
  after: string | null,
  limit: number,
): Promise<readonly unknown[]> {
  const query = {
    wait: client.waitSeconds,
    ...(after === null ? {} : { after }),
    // Older cores do not know `limit`, so a request for a page of the usual size does not have this parameter.
    ...(limit < reportsAtMost ? { limit } : {}),
  };
  const { body } = await client.call('listReports', { tppId: noTpp, query }, { 200: answers.reports });
  return body;
}

/** For a credit transfer: the order itself. For a cancellation: the credit transfer that it cancels. */
const creditTransferOf = ({ orderId, cancelledOrderId }: OrderRecord, instruction: Instruction) => ({
  orderId: cancelledOrderId ?? orderId,
  instruction,
});
