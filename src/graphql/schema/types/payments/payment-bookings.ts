/** `Payment.bookings`: the transfers that the simulated bank booked for the payment. */

import type { Booking } from '../../../../operations/ports/ledger.ts';
import type { ListedPayment } from '../../../../operations/ports/stores.ts';
import { reading } from '../../../documents/reads.ts';
import { list } from '../../costs.ts';
import { limitOf, partArguments, wholeAtMost } from '../../list-parts.ts';
import type { SchemaParts } from '../../parts.ts';

export function bookingsField(parts: SchemaParts): void {
  const type = bookingType(parts);
  parts.builder.interfaceField(parts.payments.payment, 'bookings', (t) =>
    t.field({
      type: [type],
      complexity: list(10, wholeAtMost),
      description: 'Sandbox: bookings of the payment, in the order of its entries or executions.',
      args: partArguments(t),
      extensions: reading('Payment.bookings'),
      resolve: (payment, part, { call }) => {
        const { paymentId } = payment as ListedPayment;
        return call.loaders.bookings.load({ paymentId, ...limitOf(part) });
      },
    }),
  );
}

function bookingType({ builder, common }: SchemaParts) {
  return builder.objectRef<Booking>('PaymentBooking').implement({
    description: 'A booked transfer of a payment.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: "Time, by the TPP's clock." }),
      bookingDate: t.expose('bookingDate', {
        type: 'LocalDate',
        description: 'Booking day in Oslo.',
      }),
      amount: t.field({
        type: common.amount,
        description: 'Amount taken from the debtor account.',
        resolve: ({ amount, currency }) => ({ amount, currency }),
      }),
      creditorName: t.string({
        nullable: true,
        description: 'Name of the creditor.',
        resolve: ({ details }) => details.creditorName ?? null,
      }),
      creditorAccount: t.field({
        type: common.accountReference,
        nullable: true,
        description: 'Account of the creditor.',
        resolve: ({ details }) => details.creditorAccount ?? null,
      }),
    }),
  });
}
