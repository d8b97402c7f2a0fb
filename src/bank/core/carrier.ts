/** Orders as messages of ISO 20022 to a core system, and its reports back. Start at `createCarrier`. */
import type { Instruction } from '../../domain/payments/instruction.ts';
import {
  type OrderCarrier,
  type OrderRecord,
  type OutgoingOrder,
  reportsAtMost,
} from '../../operations/ports/orders.ts';
import * as answers from './answers.ts';
import type { CoreClient } from './client.ts';
import { messagesOf } from './desk.ts';
import { paymentInformationIdOf } from './iso20022/credit-transfer.ts';
import type { Messages } from './iso20022/messages.ts';
import { readPage } from './report-page.ts';

/** Another way out than by HTTP. */
export type Outbox = (orderId: string, bytes: Uint8Array) => Promise<'HAS_IT' | 'CONFLICT'>;

export interface CarrierParts {
  readonly client: CoreClient;
  readonly messages: Messages;
  /** null: orders are put to the core. */
  readonly outbox: Outbox | null;
}

/** What is paid: the entries of a cancellation are those of the order that it cancels. */
const ordered = ({ orderId, cancels }: OrderRecord, instruction: Instruction) => ({
  orderId: cancels ?? orderId,
  instruction,
});

/** Whose share of the calls reports take. */
const nobody = '';

export function createCarrier({ client, messages, outbox }: CarrierParts): OrderCarrier {
  function written({ order, tppName, product, instruction, cancelled }: OutgoingOrder): Uint8Array {
    const { orderId, createdAt, tppId, debtorName, executionDate } = order;
    const initiatingParty = { name: tppName, tppId };
    if (cancelled === null)
      return messages.creditTransfer({
        orderId,
        createdAt,
        initiatingParty,
        product,
        instruction,
        debtorName,
        executionDate,
      });
    const cancels = { orderId: cancelled.orderId, createdAt: cancelled.createdAt, instruction };
    return messages.cancellation({ orderId, createdAt, initiatingParty, cancels });
  }

  const order = ({ tppId, orderId }: OrderRecord) =>
    client.call(
      'getOrder',
      tppId,
      (core, sent) => core.GET('/orders/{orderId}', { params: { path: { orderId } }, ...sent }),
      { 200: answers.order, 404: null },
    );

  async function listReports(after: string | null, limit: number): Promise<readonly unknown[]> {
    const query = {
      wait: client.waitSeconds,
      ...(after === null ? {} : { after }),
      // A core that does not know it yet is asked as before.
      ...(limit < reportsAtMost ? { limit } : {}),
    };
    const { body } = await client.call(
      'listReports',
      nobody,
      (core, sent) => core.GET('/reports', { params: { query }, ...sent }),
      { 200: answers.reports },
    );
    return body;
  }

  return {
    async send(outgoing, doubt) {
      const { orderId, tppId } = outgoing.order;
      const bytes = written(outgoing);
      if (outbox !== null) return outbox(orderId, bytes);
      if (doubt && (await order(outgoing.order)).status === 200) return 'HAS_IT';
      const answer = await client.call(
        'putOrder',
        tppId,
        (core, sent) =>
          core.PUT('/orders/{orderId}', {
            params: { path: { orderId } },
            headers: { 'content-type': 'application/xml' },
            body: new TextDecoder().decode(bytes),
            bodySerializer: (text) => text,
            ...sent,
          }),
        { 200: null, 201: null, 409: null, 422: answers.faults },
      );
      if (answer.status === 409) return 'CONFLICT';
      return answer.status === 422 ? { refused: messagesOf(answer.body.faults) } : 'HAS_IT';
    },

    async lastReport(asked) {
      const { status, body } = await order(asked);
      return status === 200 ? (body.report ?? null) : null;
    },

    reports: (after, limit) => readPage(listReports(after, limit)),
    lastAnswerAt: () => client.figures().lastAnsweredAt,

    read: (document) => messages.readReport(new TextEncoder().encode(document)),
    informationIdOf: (order, instruction) => paymentInformationIdOf(ordered(order, instruction)),
    finderOf: (order, { product, instruction }) =>
      messages.entryFinder({ ...ordered(order, instruction), product }),
    alarm: client.alarm,
  };
}
