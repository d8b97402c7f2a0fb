import type { z } from 'zod';
import { type Transfer, transfersOf } from '../../../../domain/payments/instruction.ts';
import { products } from '../../../../domain/payments/products/list.ts';
import { isFinal, type PaymentStatus } from '../../../../domain/payments/status.ts';
import type { TransferRange } from '../../../../operations/payments/ports.ts';
import type { ListedPayment } from '../../../../operations/ports/stores.ts';
import type { GraphQLCall } from '../../../call.ts';
import { instructionRead } from '../../../documents/reads.ts';
import { builder } from '../../builder.ts';
import { objectOf } from '../../from-schema.ts';
import { itemsAtMost, listCost, offsetAndLimitOf, type PartArguments, partArguments } from '../../lists.ts';
import { amountType, paymentStatus } from '../common.ts';
import { paymentObjectOf } from './payment.ts';

interface EntryState {
  readonly status: PaymentStatus;
  readonly reason: string | null;
}

interface BulkEntry extends EntryState {
  readonly index: number;
  readonly transfer: Transfer;
}

const rangeOf = ({ paymentId }: ListedPayment, part: PartArguments): TransferRange => ({
  paymentId,
  ...offsetAndLimitOf(part),
});

async function loadTransfers({ instruction }: ListedPayment, range: TransferRange, call: GraphQLCall) {
  if (instruction === undefined) return call.loaders.transfers.load(range);
  return transfersOf(instruction).slice(range.offset, range.offset + range.limit);
}

const entriesSchema = products.find(({ graphql }) => graphql.type === 'BulkPayment')?.body.shape
  .payments as z.ZodArray<z.ZodObject>;
builder.objectFields(paymentObjectOf('BulkPayment'), (t) => {
  const args = partArguments(t);
  return {
    payments: t.field({
      type: [objectOf(entriesSchema.element)],
      complexity: listCost(5, itemsAtMost),
      description: entriesSchema.meta()?.description ?? '',
      args,
      extensions: instructionRead('BulkPayment.payments'),
      // The type of `objectOf(…)` does not say that its values are Transfers.
      resolve: (source, part, { call }) =>
        loadTransfers(source, rangeOf(source, part), call) as Promise<never>,
    }),
    entries: t.field({
      type: [entry],
      complexity: listCost(5, itemsAtMost),
      description: 'The entries, each with its own status.',
      args,
      extensions: instructionRead('BulkPayment.entries'),
      resolve: (source, part, { call }) => loadEntries(source, rangeOf(source, part), call),
    }),
  };
});

async function loadEntries(payment: ListedPayment, range: TransferRange, call: GraphQLCall) {
  const [transfers, outcomes] = await Promise.all([
    loadTransfers(payment, range, call),
    call.loaders.entryOutcomes.load(range),
  ]);
  const outcomeByIndex = new Map(outcomes.map((outcome) => [outcome.position, outcome]));
  return transfers.map((transfer, indexInPart) => {
    const index = range.offset + indexInPart;
    return { index, transfer, ...presentStateOf(payment.status, outcomeByIndex.get(index)) };
  });
}

/**
 * An entry has the status of its payment until the bank has tried it. The outcome of a try may be that the entry waits. If the payment then
 * ends, the entry ends with it.
 */
function presentStateOf(statusOfPayment: PaymentStatus, outcome: EntryState | undefined): EntryState {
  if (outcome === undefined) return { status: statusOfPayment, reason: null };
  const { status, reason } = outcome;
  if (!isFinal(statusOfPayment) || isFinal(status)) return { status, reason };
  // PART says that some entries are settled and the others rejected. An entry that still waits is not settled.
  return { status: statusOfPayment === 'PART' ? 'RJCT' : statusOfPayment, reason: null };
}

const entry = builder.objectRef<BulkEntry>('BulkPaymentEntryStatus').implement({
  description: 'An entry of a bulk payment with its status.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its index in `payments`, from 0.' }),
    transactionStatus: t.expose('status', {
      type: paymentStatus,
      description:
        "Status of the entry; the payment's status until the bank has tried the entry. An entry that waits when the payment ends is CANC or RJCT.",
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Reason for the outcome of the entry, once the bank has tried it; null if the entry ended with the payment.',
    }),
    endToEndIdentification: t.string({
      nullable: true,
      description: 'Reference of the entry, if it has one.',
      resolve: ({ transfer }) => transfer.endToEndIdentification ?? null,
    }),
    instructedAmount: t.field({
      type: amountType,
      nullable: true,
      description: 'Its amount.',
      resolve: ({ transfer }) => transfer.instructedAmount,
    }),
  }),
});
