/** An entry that an executed payment made on an account, as the owner of the account sees it. */
import { z } from 'zod';
import type { EntryDetails } from '../bank/posting.ts';
import { currencyCode, isoDate, otherIdentification, remittance } from '../fields/shared.ts';
import { opaqueId, shownAmount } from '../fields/shown.ts';
import { viewOf } from '../fields/view.ts';

export interface AccountEntry extends EntryDetails {
  readonly postingId: string;
  /** The position of the entry in its posting. */
  readonly position: number;
  readonly paymentId: string;
  readonly bookingDate: string;
  readonly currency: string;
  /** Decimal text; negative for outgoing money. */
  readonly amount: string;
}

export const transactionIdOf = ({ postingId, position }: AccountEntry): string => `${postingId}-${position}`;

const shownAccount = z
  .strictObject({
    bban: z.string().optional(),
    iban: z.string().optional(),
    other: otherIdentification.optional(),
    currency: currencyCode,
  })
  .meta({ graphqlType: 'AccountReference' });
const optionalText = (description: string) => z.string().optional().meta({ description });

export const accountEntryView = viewOf<AccountEntry>()(
  z
    .strictObject({
      transactionId: opaqueId.meta({ description: 'Permanent identifier of the transaction.' }),
      bookingDate: isoDate.meta({ description: 'Day of the booking.' }),
      valueDate: isoDate.meta({ description: 'Value date. It is the same as the booking date.' }),
      transactionAmount: shownAmount.meta({ description: 'Amount. It is negative for outgoing money.' }),
      debtorName: optionalText('Who paid.'),
      debtorAccount: shownAccount.optional().meta({ description: 'The account that was charged.' }),
      creditorName: optionalText('Who was paid.'),
      creditorAccount: shownAccount.optional().meta({ description: 'The account that received the money.' }),
      endToEndIdentification: optionalText('Reference that the creditor received with the payment.'),
      remittanceInformationUnstructured: optionalText('Message to the creditor.'),
      remittanceInformationStructured: remittance
        .optional()
        .meta({ description: 'Structured reference, such as a KID.' }),
      remittanceInformationStructuredArray: z
        .array(remittance)
        .optional()
        .meta({ description: 'Structured references as a list.' }),
      paymentId: opaqueId.meta({ description: 'The payment.' }),
    })
    .meta({
      id: 'SandboxAccountEntry',
      graphqlType: 'AccountTransaction',
      description: 'A transaction that an executed payment made on an account.',
    }),
  {
    transactionId: transactionIdOf,
    valueDate: ({ bookingDate }) => bookingDate,
    transactionAmount: ({ amount, currency }) => ({ amount, currency }),
  },
);
