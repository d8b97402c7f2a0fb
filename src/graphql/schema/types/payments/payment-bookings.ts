import type { Product } from '../../../../domain/payments/product.ts';
import { productOf } from '../../../../domain/payments/products/list.ts';
import { fromDayNumber } from '../../../../domain/values/iso-date.ts';
import type { Booking } from '../../../../operations/ports/ledger.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { builder } from '../../builder.ts';
import { itemsAtMost, listCost, offsetAndLimitOf, partArguments } from '../../lists.ts';
import { sandboxOnly } from '../../variants.ts';
import { accountReference, amountType } from '../common.ts';
import { payment } from './payment.ts';

builder.interfaceFields(payment, (t) => ({
  bookings: t.field({
    type: [booking],
    complexity: listCost(10, itemsAtMost),
    description: 'Sandbox: bookings of the payment, in the order of its entries or executions.',
    args: partArguments(t),
    extensions: { ...sandboxOnly, ...databaseRead('Payment.bookings') },
    async resolve({ paymentId, product }, part, { call }) {
      const { settlement } = productOf(product);
      const rows = await call.loaders.bookings.load({ paymentId, ...offsetAndLimitOf(part) });
      return rows.map((row) => ({ ...row, settlement }));
    },
  }),
}));

type BookingOfPayment = Booking & Pick<Product, 'settlement'>;

const booking = builder.objectRef<BookingOfPayment>('PaymentBooking').implement({
  description: 'A booked transfer of a payment.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: "Time, by the TPP's clock." }),
    bookingDate: t.expose('bookingDate', { type: 'LocalDate', description: 'Booking day in Oslo.' }),
    amount: t.field({
      type: amountType,
      description: 'Amount taken from the debtor account.',
      resolve: ({ amount, currency }) => ({ amount, currency }),
    }),
    entryIndex: t.int({
      nullable: true,
      description: 'Index of the entry of a bulk payment, from 0; null for other payments.',
      resolve: ({ settlement, transferNumber }) => (settlement === 'ENTRIES' ? transferNumber : null),
    }),
    nominalDate: t.field({
      type: 'LocalDate',
      nullable: true,
      description:
        'Day of the execution in the plan of a periodic payment, before weekends and holidays move it; null for other payments.',
      // For a periodic payment, `transferNumber` is this day as a DayNumber (`Booking`).
      resolve: ({ settlement, transferNumber }) =>
        settlement === 'SCHEDULE' ? fromDayNumber(transferNumber) : null,
    }),
    creditorName: t.string({
      nullable: true,
      description: 'Name of the creditor.',
      resolve: ({ details }) => details.creditorName ?? null,
    }),
    creditorAccount: t.field({
      type: accountReference,
      nullable: true,
      description: 'Account of the creditor.',
      resolve: ({ details }) => details.creditorAccount ?? null,
    }),
  }),
});
