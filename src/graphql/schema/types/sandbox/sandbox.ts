/** The sandbox's types, queries and mutations; outside a sandbox the schema has none of them. */

import { cardBalancesBody } from '../../../../domain/sandbox/card-account.ts';
import type { CustomerRecord } from '../../../../domain/sandbox/customer.ts';
import { initialiseSandbox } from '../../../../operations/sandbox/initialise-sandbox.ts';
import { type BalancesSet, setSandboxBalances } from '../../../../operations/sandbox/set-sandbox-balances.ts';
import { callOf, write } from '../../../context.ts';
import { balancesInput, type RawInput, readInput } from '../../../input/sandbox-inputs.ts';
import type { Builder } from '../../builder.ts';
import type { SchemaMapper } from '../../from-schema.ts';
import { type Payload, payload } from '../../payload.ts';
import { payloadType } from '../../payload-type.ts';
import type { CommonTypes } from '../common.ts';
import { accountTypes } from './account.ts';
import { cardAccountTypes } from './card-account.ts';
import { type CustomerRef, customerTypes } from './customer.ts';
import type { AccountRef, CardAccountRef } from './shared.ts';

export function sandboxTypes(builder: Builder, mapper: SchemaMapper, common: CommonTypes): void {
  const parts = { mapper, common };
  const customer = customerTypes(builder, parts);
  const account = accountTypes(builder, parts);
  const cardAccount = cardAccountTypes(builder, parts);
  ownerField(builder, account, customer);
  ownerField(builder, cardAccount, customer);
  balancesMutation(builder, parts, { account, cardAccount });
  initialiseMutation(builder, common, customer);
}

/** Who owns an account: one question for a whole list of them. */
function ownerField(builder: Builder, owned: AccountRef | CardAccountRef, customer: CustomerRef): void {
  builder.objectField(owned, 'customer', (t) =>
    t.field({
      type: customer,
      nullable: true,
      description: 'The customer whose it is; null where the bank holds it for nobody.',
      resolve: (record, _args, context) => {
        const { customerId } = record as { readonly customerId: string | null };
        return customerId === null ? null : context.loaders.customer.load(customerId);
      },
    }),
  );
}

interface Refs {
  readonly account: AccountRef;
  readonly cardAccount: CardAccountRef;
}

function balancesMutation(
  builder: Builder,
  { mapper, common }: { mapper: SchemaMapper; common: CommonTypes },
  refs: Refs,
): void {
  const input = builder.inputType('SetSandboxBalancesInput', {
    description: 'New balances of an account or a card account.',
    fields: (t) => ({
      resourceId: t.string({ required: true, description: 'The account or card account.' }),
      ...(mapper.inputFields(cardBalancesBody.shape)(t) as Record<string, never>),
    }),
  });
  const result = builder.objectRef<Payload<BalancesSet>>('SetSandboxBalancesPayload').implement({
    description: 'What setSandboxBalances led to, or the reasons against it.',
    fields: (t) => ({
      account: t.field({
        type: refs.account,
        nullable: true,
        description: 'The account, when the id is that of one.',
        resolve: (source) => source.resource?.account ?? null,
      }),
      cardAccount: t.field({
        type: refs.cardAccount,
        nullable: true,
        description: 'The card account, when the id is that of one.',
        resolve: (source) => source.resource?.cardAccount ?? null,
      }),
      tppMessages: t.expose('tppMessages', {
        type: [common.tppMessage],
        description: 'Faults of a refusal, or warnings.',
      }),
      links: t.expose('links', {
        type: common.links,
        nullable: true,
        description: 'Links that are offered now.',
      }),
    }),
  });
  builder.mutationField('setSandboxBalances', (t) =>
    t.field({
      type: result,
      description: 'Sets the balance of an account, or the balances of a card account.',
      args: { input: t.arg({ type: input, required: true, description: 'The balances.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const raw = args.input as RawInput & { readonly resourceId: string };
          const set = await write(
            context,
            String(info.path.key),
            setSandboxBalances,
            callOf(context),
            async () => {
              const { body, warnings } = await readInput(balancesInput, raw);
              return { resourceId: raw.resourceId, of: 'ANY' as const, balances: body.balances, warnings };
            },
          );
          return { resource: set, tppMessages: set.tppMessages, links: {} };
        }),
    }),
  );
}

function initialiseMutation(builder: Builder, common: CommonTypes, customer: CustomerRef): void {
  const input = builder.inputType('InitialiseSandboxInput', {
    description: 'Nothing needs to be said; every mutation takes an input.',
    fields: (t) => ({ clientMutationId: t.string({ description: 'For the client alone; not looked at.' }) }),
  });
  builder.mutationField('initialiseSandbox', (t) =>
    t.field({
      type: payloadType<readonly CustomerRecord[]>(builder, common, {
        mutation: 'initialiseSandbox',
        field: 'customers',
        type: [customer],
        description: 'The customers of the default set; null when it was refused.',
      }),
      description: 'Sets the sandbox of the TPP back to the default set.',
      args: { input: t.arg({ type: input, description: 'May be left out.' }) },
      resolve: (_, __, context, info) =>
        payload(async () => {
          const key = String(info.path.key);
          const customers = await write(context, key, initialiseSandbox, callOf(context), () => undefined);
          return { resource: customers, tppMessages: [], links: {} };
        }),
    }),
  );
}
