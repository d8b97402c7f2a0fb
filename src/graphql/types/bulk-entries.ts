/** `BulkPayment.entries`: each transfer of a bulk payment with the status it has by itself (contract 6, 10). */
import { transfersOf } from '../../domain/payments/instruction.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { PaymentRecord } from '../../operations/ports.ts';
import type { Builder } from '../builder.ts';
import type { CommonTypes } from './common.ts';
import type { PaymentTypes } from './payment.ts';

interface BulkEntry {
  readonly index: number;
  readonly status: PaymentStatus;
  readonly reason: string | null;
  readonly payment: PaymentRecord;
}

export function bulkEntries(builder: Builder, common: CommonTypes, payments: PaymentTypes): void {
  const bulk = payments.objects.get('BulkPayment');
  if (!bulk) return;
  const transferOf = ({ payment, index }: BulkEntry) => transfersOf(payment.instruction)[index];
  const entry = builder.objectRef<BulkEntry>('BulkPaymentEntryStatus').implement({
    description: 'An entry of a bulk payment and where it stands.',
    fields: (t) => ({
      index: t.exposeInt('index', { nullable: false, description: 'Its place in `payments`, from 0.' }),
      transactionStatus: t.field({
        type: common.paymentStatus,
        nullable: false,
        description: 'Its own status; that of the payment until the bank has turned to the entry.',
        resolve: (one) => one.status,
      }),
      reason: t.exposeString('reason', {
        nullable: true,
        description: 'Why it stands there, once the bank has turned to it.',
      }),
      endToEndIdentification: t.string({
        nullable: true,
        description: 'Its reference, when it has one.',
        resolve: (one) => transferOf(one)?.endToEndIdentification ?? null,
      }),
      instructedAmount: t.field({
        type: common.amount,
        nullable: true,
        description: 'Its amount.',
        resolve: (one) => transferOf(one)?.instructedAmount ?? null,
      }),
    }),
  });
  builder.objectField(bulk as never, 'entries', (t) =>
    t.field({
      type: [entry],
      nullable: { list: false, items: false },
      description: 'The entries with their own statuses.',
      resolve: async (source, _, context) => {
        const payment = source as PaymentRecord;
        const decided = new Map(
          (await context.loaders.entries.load(payment.paymentId)).map((one) => [one.position, one]),
        );
        return transfersOf(payment.instruction).map((_transfer, index) => {
          const own = decided.get(index);
          // What waited for cover when the payment was cancelled was cancelled with it.
          const status = own === undefined || own.status === 'ACCP' ? payment.status : own.status;
          return { index, status, reason: own?.reason ?? null, payment };
        });
      },
    }),
  );
}
