import {
  authorisationView,
  type EndReason,
  endReasons,
  type ShownAuthorisation,
} from '../../../domain/authorisations/authorisation.ts';
import { link } from '../../../domain/payments/links.ts';
import { refuse, warning } from '../../../domain/refusal.ts';
import { completeAuthorisation } from '../../../operations/authorisations/complete-authorisation.ts';
import { startAuthorisation } from '../../../operations/authorisations/start-authorisation.ts';
import { startCancellationAuthorisation } from '../../../operations/authorisations/start-cancellation-authorisation.ts';
import type { StartedAuthorisation } from '../../../operations/authorisations/started-authorisation.ts';
import { startBasketAuthorisation } from '../../../operations/baskets/start-basket-authorisation.ts';
import { cancelPayment } from '../../../operations/payments/cancel-payment.ts';
import { databaseRead } from '../../documents/reads.ts';
import { builder } from '../builder.ts';
import { describedEnum } from '../code-meanings.ts';
import { viewFields } from '../from-schema.ts';
import { listCost } from '../lists.ts';
import { authorisationsOfPaymentAtMost, type ListedAuthorisation } from '../loaders.ts';
import { mutation, sandboxMutation } from '../mutation.ts';
import { links } from './common.ts';
import { payment } from './payments/payment.ts';

const { id: typeName = '', description = '' } = authorisationView.schema.meta() ?? {};
const authorisationType = builder.objectRef<ShownAuthorisation>(typeName).implement({
  description,
  fields: (t) => ({
    ...viewFields<ShownAuthorisation>(authorisationView)(t),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: "Time until which the PSU can open the link, by the TPP's clock.",
    }),
  }),
});

function toPayload({ authorisation, ...others }: StartedAuthorisation) {
  return { resource: authorisation, ...others };
}

/** Here a payment may have any product. In REST the path names one. */
const ofAnyProduct = (paymentId: string) => ({ product: null, paymentId });

mutation({
  name: 'startAuthorisation',
  description:
    'Starts the authorisation of a payment or a signing basket. Send the PSU to links.scaRedirect.',
  inputDescription: 'Resource to authorise: give either paymentId or basketId.',
  input: (t) => ({
    paymentId: t.string({ description: 'A payment.' }),
    basketId: t.string({ description: 'A signing basket.' }),
  }),
  headerColumn: () => 'OTHER',
  payload: { authorisation: authorisationType },
  act: async ({ paymentId, basketId }, write) => {
    if (paymentId == null && basketId != null)
      return toPayload(await write(startBasketAuthorisation, () => ({ basketId })));
    const readInput = () => {
      if (paymentId != null && basketId == null) return ofAnyProduct(paymentId);
      throw refuse('FORMAT_ERROR', { path: 'paymentId', text: 'give either paymentId or basketId' });
    };
    return toPayload(await write(startAuthorisation, readInput));
  },
});
mutation({
  name: 'startCancellationAuthorisation',
  description: 'Starts the authorisation of the cancellation of an approved payment.',
  input: (t) => ({
    paymentId: t.string({ required: true, description: 'The payment.' }),
  }),
  headerColumn: () => 'OTHER',
  payload: { authorisation: authorisationType },
  act: async ({ paymentId }, write) =>
    toPayload(await write(startCancellationAuthorisation, () => ofAnyProduct(paymentId))),
});

mutation({
  name: 'cancelPayment',
  description: 'Cancels a payment. An approved payment also needs a cancellation authorisation by the PSU.',
  input: (t) => ({ paymentId: t.string({ required: true, description: 'The payment.' }) }),
  headerColumn: () => 'OTHER',
  payload: { payment },
  payloadDescription:
    'The payment: CANC, or unchanged when the PSU must approve the cancellation (see links.startAuthorisation).',
  act: async ({ paymentId }, write) => {
    const outcome = await write(cancelPayment, () => ofAnyProduct(paymentId));
    return { resource: outcome.payment, links: outcome.links };
  },
});

const outcomeType = describedEnum('AuthorisationOutcome', 'What the PSU does in the simulated bank app.', {
  APPROVE: 'Approve: the PSU approves.',
  REJECT: 'Reject: the PSU rejects.',
  EXPIRE: 'Expire: the PSU does nothing until the link has expired.',
});
sandboxMutation({
  name: 'completeAuthorisation',
  description:
    "Sandbox: approves, rejects or expires an authorisation in the PSU's place, so that a test needs no browser.",
  input: (t) => ({
    authorisationId: t.string({ required: true, description: 'The authorisation.' }),
    outcome: t.field({ type: outcomeType, required: true, description: 'What the PSU does.' }),
    customerNumber: t.string({
      description:
        'Number of the customer who approves. Default: the customer who has logged in, else the holder of the debtor account, else the first private customer.',
    }),
  }),
  payload: { authorisation: authorisationType },
  act: async ({ customerNumber = null, ...input }, write) => {
    const endedAuthorisation = await write(completeAuthorisation, () => ({ ...input, customerNumber }));
    const { endReason, scaStatus } = endedAuthorisation;
    // After REJECT and EXPIRE the status `failed` is expected, unless the reason is that the resource had already changed.
    const isFailureUnexpected = input.outcome === 'APPROVE' || endReason === 'RESOURCE_CHANGED';
    const tppMessages =
      scaStatus === 'failed' && isFailureUnexpected && endReason !== undefined
        ? [warning('authorisationId', endReasons[endReason], 'SCA_INVALID')]
        : [];
    return { resource: endedAuthorisation, tppMessages };
  },
});

builder.interfaceFields(payment, (t) => ({
  authorisations: t.field({
    type: [paymentAuthorisation],
    complexity: listCost(2, authorisationsOfPaymentAtMost),
    description: `Authorisations of the payment, its cancellation and its signing baskets, oldest first. Only the newest ${authorisationsOfPaymentAtMost} are returned.`,
    extensions: databaseRead('Payment.authorisations'),
    resolve: ({ paymentId }, _args, { call }) => call.loaders.authorisationsOfPayment.load(paymentId),
  }),
}));

/** A log-in approves no payment. */
type ApprovalKind = Exclude<ListedAuthorisation['kind'], 'LOGIN'>;
const kindType = describedEnum<ApprovalKind>('AuthorisationKind', 'What the PSU approves.', {
  PAYMENT: 'Payment: the PSU approves the payment.',
  CANCELLATION: 'Cancellation: the PSU approves the cancellation of the payment.',
  BASKET: 'Basket: the PSU approves a signing basket that holds the payment.',
});
const reasonTexts = Object.entries(endReasons).map(([reason, text]) => [
  reason,
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
]);
const endReasonType = describedEnum(
  'AuthorisationEndReason',
  'How an authorisation ended.',
  Object.fromEntries(reasonTexts) as Record<EndReason, string>,
);
const paymentAuthorisation = builder.objectRef<ListedAuthorisation>('PaymentAuthorisation').implement({
  description: "An authorisation of a payment. Times are by the TPP's clock.",
  fields: (t) => ({
    ...viewFields<ListedAuthorisation>(authorisationView)(t),
    kind: t.field({
      type: kindType,
      description: 'What the PSU approves.',
      resolve: ({ kind }) => kind as ApprovalKind,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its start.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time until which the PSU can open the link.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of its end; null while it is open.',
    }),
    endReason: t.expose('endReason', {
      type: endReasonType,
      nullable: true,
      description: 'How it ended; null while it is open.',
    }),
    links: t.field({
      type: links,
      description: 'Links of the authorisation. While it is open, scaRedirect is the page for the PSU.',
      resolve: ({ scaRedirect }) => (scaRedirect === null ? {} : { scaRedirect: link(scaRedirect, 'GET') }),
    }),
  }),
});
