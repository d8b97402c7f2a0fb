/** `BulkPayment.payments` as sent, and `BulkPayment.entries` with their statuses. */

import { z } from 'zod';
import type { Transfer } from '../../../../domain/payments/instruction.ts';
import { transfersOf } from '../../../../domain/payments/instruction.ts';
import type { PaymentStatus } from '../../../../domain/payments/status.ts';
import type { TransferRange } from '../../../../operations/ports/payment-parts.ts';
import type { ListedPayment } from '../../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../../call.ts';
import { reading, readsInstruction } from '../../../documents/reads.ts';
import type { GraphQLBuilder } from '../../builder.ts';
import { list } from '../../costs.ts';
import { limitOf, type Part, partArguments, wholeAtMost } from '../../list-parts.ts';
import type { SchemaParts } from '../../parts.ts';
import type { CommonTypes } from '../common.ts';

interface BulkEntry {
  readonly index: number;
  readonly status: PaymentStatus;
  readonly reason: string | null;
  readonly transfer: Transfer;
}

const rangeOf = ({ paymentId }: ListedPayment, part: Part): TransferRange => ({
  paymentId,
  ...limitOf(part),
});

async function entriesOf(payment: ListedPayment, part: Part, call: GraphQLCall) {
  const range = rangeOf(payment, part);
  const { instruction } = payment;
  if (instruction === undefined) return call.loaders.transfers.load(range);
  return transfersOf(instruction).slice(range.offset, range.offset + range.limit);
}

export function bulkEntries({ builder, mapper, common, payments, products }: SchemaParts): void {
  const bulk = payments.objects.get('BulkPayment');
  const entriesSchema = products.find(({ graphql }) => graphql.type === 'BulkPayment')?.body.shape.payments;
  if (!bulk || !(entriesSchema instanceof z.ZodArray)) return;
  const entry = entryType(builder, common);
  builder.objectFields(bulk, (t) => {
    const args = partArguments(t);
    return {
      payments: t.field({
        type: [mapper.objectOf(entriesSchema.element as z.ZodObject)],
        complexity: list(5, wholeAtMost),
        description: entriesSchema.meta()?.description ?? '',
        args,
        extensions: { ...readsInstruction, ...reading('BulkPayment.payments') },
        resolve: (source, part, { call }) => entriesOf(source, part, call) as Promise<never>,
      }),
      entries: t.field({
        type: [entry],
        complexity: list(5, wholeAtMost),
        description: 'The entries, each with its own status.',
        args,
        extensions: { ...readsInstruction, ...reading('BulkPayment.entries') },
        resolve: (source, part, { call }) => statusesOf(source, part, call),
      }),
    };
  });
}

async function statusesOf(
  payment: ListedPayment,
  part: Part,
  call: GraphQLCall,
): Promise<readonly BulkEntry[]> {
  const range = rangeOf(payment, part);
  const [transfers, outcomes] = await Promise.all([
    entriesOf(payment, part, call),
    call.loaders.outcomes.load(range),
  ]);
  const byPosition = new Map(outcomes.map((one) => [one.position, one]));
  return transfers.map((transfer, position) => {
    const index = range.offset + position;
    const own = byPosition.get(index);
    // An entry that waited for funds is cancelled with its payment.
    const status = own === undefined || own.status === 'ACCP' ? payment.status : own.status;
    return { index, status, reason: own?.reason ?? null, transfer };
  });
}

function entryType(builder: GraphQLBuilder, common: CommonTypes) {
  return builder.objectRef<BulkEntry>('BulkPaymentEntryStatus').implement({
    description: 'An entry of a bulk payment with its status.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Its index in `payments`, from 0.' }),
      transactionStatus: t.expose('status', {
        type: common.paymentStatus,
        description: "Status of the entry; the payment's status until the bank has processed the entry.",
      }),
      reason: t.exposeString('reason', {
        nullable: true,
        description: 'Reason for the status, once the bank has processed the entry.',
      }),
      endToEndIdentification: t.string({
        nullable: true,
        description: 'Reference of the entry, if it has one.',
        resolve: ({ transfer }) => transfer.endToEndIdentification ?? null,
      }),
      instructedAmount: t.field({
        type: common.amount,
        nullable: true,
        description: 'Its amount.',
        resolve: ({ transfer }) => transfer.instructedAmount,
      }),
    }),
  });
}
