/** Authorisations: starting them, cancelling payments, and the sandbox's bank app that completes them. */
import {
  authorisationView,
  type ShownAuthorisation,
} from '../../../domain/authorisations/shown-authorisation.ts';
import { refuse } from '../../../domain/refusal.ts';
import { completeAuthorisation } from '../../../operations/authorisations/complete-authorisation.ts';
import { startAuthorisation } from '../../../operations/authorisations/start-authorisation.ts';
import { startCancellationAuthorisation } from '../../../operations/authorisations/start-cancellation-authorisation.ts';
import type { StartedAuthorisation } from '../../../operations/authorisations/started.ts';
import { startBasketAuthorisation } from '../../../operations/baskets/start-basket-authorisation.ts';
import { cancelPayment } from '../../../operations/payments/cancel-payment.ts';
import type { PaymentRecord } from '../../../operations/ports/stores.ts';
import { callOf, type GraphQLContext, write } from '../../context.ts';
import type { Builder } from '../builder.ts';
import type { SchemaMapper } from '../from-schema.ts';
import { type Payload, payload } from '../payload.ts';
import { payloadType } from '../payload-type.ts';
import type { CommonTypes } from './common.ts';
import type { PaymentTypes } from './payments/payment.ts';
import { authorisationsField } from './payments/payment-authorisations.ts';
import { headersWith, inWordsOfInput, type PsuInput, type PsuInputRef, requirePsu } from './psu.ts';

export interface AuthorisationParts {
  readonly mapper: SchemaMapper;
  readonly common: CommonTypes;
  readonly payments: PaymentTypes;
  readonly psu: PsuInputRef;
  readonly sandbox: boolean;
}

export function authorisationTypes(builder: Builder, parts: AuthorisationParts): void {
  const authorisation = authorisationType(builder, parts);
  starts(builder, parts, authorisation);
  cancellation(builder, parts);
  if (parts.sandbox) completion(builder, parts, authorisation);
  authorisationsField(builder, parts);
}

function authorisationType(builder: Builder, { mapper }: AuthorisationParts) {
  const { id: name = '', description = '' } = authorisationView.schema.meta() ?? {};
  return builder.objectRef<ShownAuthorisation>(name).implement({
    description,
    fields: (t) => ({
      ...mapper.viewFields<ShownAuthorisation>(authorisationView)(t),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Until when the PSU may follow the link, by the clock of the TPP.',
      }),
    }),
  });
}

const startedPayload = (started: StartedAuthorisation): Payload<ShownAuthorisation> => ({
  resource: started.authorisation,
  tppMessages: [],
  links: started.links,
  psuMessage: started.psuMessage,
});

function starts(
  builder: Builder,
  { common, psu }: AuthorisationParts,
  authorisation: ReturnType<typeof authorisationType>,
): void {
  const field = {
    field: 'authorisation',
    type: authorisation,
    description: 'The authorisation; null when it was refused.',
  };
  const startInput = builder.inputType('StartAuthorisationInput', {
    description: 'What to authorise: exactly one of a payment and a signing basket.',
    fields: (t) => ({
      paymentId: t.string({ description: 'A payment.' }),
      basketId: t.string({ description: 'A signing basket.' }),
      psu: t.field({ type: psu, description: 'The PSU, where neither headers nor the resource name them.' }),
    }),
  });
  builder.mutationField('startAuthorisation', (t) =>
    t.field({
      type: payloadType<ShownAuthorisation>(builder, common, { mutation: 'startAuthorisation', ...field }),
      description:
        'Starts the authorisation of a payment or a signing basket; links.scaRedirect is for the PSU.',
      args: { input: t.arg({ type: startInput, required: true, description: 'What to authorise.' }) },
      resolve: (_, { input }, context, info) =>
        payload(async () => {
          const call = psuCall(context, input.psu);
          const key = String(info.path.key);
          const { paymentId, basketId } = input;
          if ((paymentId == null) === (basketId == null)) {
            throw refuse('FORMAT_ERROR', {
              path: 'paymentId',
              text: 'exactly one of paymentId and basketId must be given',
            });
          }
          const start = () =>
            paymentId != null
              ? write(context, key, startAuthorisation, call, () => ({ product: null, paymentId }))
              : write(context, key, startBasketAuthorisation, call, () => ({ basketId: basketId ?? '' }));
          return startedPayload(await inWordsOfInput(context, input.psu, start));
        }),
    }),
  );
  const cancelInput = builder.inputType('StartCancellationAuthorisationInput', {
    description: 'The approved payment whose cancellation is to be authorised.',
    fields: (t) => ({
      paymentId: t.string({ required: true, description: 'The payment.' }),
      psu: t.field({ type: psu, description: 'The PSU, where neither headers nor the payment name them.' }),
    }),
  });
  builder.mutationField('startCancellationAuthorisation', (t) =>
    t.field({
      type: payloadType<ShownAuthorisation>(builder, common, {
        mutation: 'startCancellationAuthorisation',
        ...field,
      }),
      description: 'Starts the authorisation of the cancellation of an approved payment.',
      args: { input: t.arg({ type: cancelInput, required: true, description: 'The payment.' }) },
      resolve: (_, { input }, context, info) =>
        payload(async () => {
          const name = { product: null, paymentId: input.paymentId };
          const call = psuCall(context, input.psu);
          const key = String(info.path.key);
          const start = () => write(context, key, startCancellationAuthorisation, call, () => name);
          return startedPayload(await inWordsOfInput(context, input.psu, start));
        }),
    }),
  );
}

/** PSU headers and input are welcome here, not required; what is sent must be well-formed and agree. */
function psuCall(context: GraphQLContext, psu: PsuInput | null | undefined) {
  requirePsu(context, psu, 'D');
  return callOf(context, headersWith(context, psu));
}

function cancellation(builder: Builder, { common, payments }: AuthorisationParts): void {
  const input = builder.inputType('CancelPaymentInput', {
    description: 'The payment to cancel.',
    fields: (t) => ({ paymentId: t.string({ required: true, description: 'The payment.' }) }),
  });
  builder.mutationField('cancelPayment', (t) =>
    t.field({
      type: payloadType<PaymentRecord>(builder, common, {
        mutation: 'cancelPayment',
        field: 'payment',
        type: payments.payment,
        description:
          'The payment: CANC, or unchanged when the PSU must approve the cancellation by links.startAuthorisation.',
      }),
      description:
        'Cancels a payment: at once before its approval, by a cancellation authorisation after it.',
      args: { input: t.arg({ type: input, required: true, description: 'The payment.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const name = { product: null, paymentId: args.input.paymentId };
          const done = await write(
            context,
            String(info.path.key),
            cancelPayment,
            callOf(context),
            () => name,
          );
          return { resource: done.payment, tppMessages: [], links: done.links };
        }),
    }),
  );
}

function completion(
  builder: Builder,
  { common }: AuthorisationParts,
  authorisation: ReturnType<typeof authorisationType>,
): void {
  const outcome = builder.enumType('AuthorisationOutcome', {
    description: 'What the PSU does in the simulated bank app.',
    values: {
      APPROVE: { description: 'Approve: the PSU approves.' },
      REJECT: { description: 'Reject: the PSU rejects.' },
      EXPIRE: { description: 'Expire: the PSU does nothing until the time is up.' },
    } as const,
  });
  const input = builder.inputType('CompleteAuthorisationInput', {
    description: 'How the PSU answers an authorisation, without a browser.',
    fields: (t) => ({
      authorisationId: t.string({ required: true, description: 'The authorisation.' }),
      outcome: t.field({ type: outcome, required: true, description: 'What the PSU does.' }),
      customerNumber: t.string({
        description:
          "Who approves; the session's customer, the debtor account's holder or the first private customer when absent.",
      }),
    }),
  });
  builder.mutationField('completeAuthorisation', (t) =>
    t.field({
      type: payloadType<ShownAuthorisation>(builder, common, {
        mutation: 'completeAuthorisation',
        field: 'authorisation',
        type: authorisation,
        description: 'The authorisation as it ended; null when it was refused.',
      }),
      description:
        'Sandbox: answers an authorisation as the PSU would in the bank app, so that a test needs no browser.',
      args: { input: t.arg({ type: input, required: true, description: 'How.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const { authorisationId, outcome: chosen, customerNumber } = args.input;
          const wanted = { authorisationId, outcome: chosen, customerNumber: customerNumber ?? null };
          const ended = await write(
            context,
            String(info.path.key),
            completeAuthorisation,
            callOf(context),
            () => wanted,
          );
          return { resource: ended, tppMessages: [], links: {} };
        }),
    }),
  );
}
