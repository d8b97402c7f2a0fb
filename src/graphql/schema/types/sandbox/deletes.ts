/** Mutations that delete resources of the sandbox; each returns the id of the deleted resource. */
import type { Operation } from '../../../../operations/operation.ts';
import { deleteSandboxAccount } from '../../../../operations/sandbox/accounts/delete-sandbox-account.ts';
import { deleteSandboxEngagement } from '../../../../operations/sandbox/agreements/delete-sandbox-engagement.ts';
import { deleteSandboxCardAccount } from '../../../../operations/sandbox/cards/delete-sandbox-card-account.ts';
import { deleteSandboxCustomer } from '../../../../operations/sandbox/customers/delete-sandbox-customer.ts';
import { mutation, type PayloadFields } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';

export function deleteMutations(parts: SchemaParts): void {
  deleteMutation(
    parts,
    deleteSandboxCustomer,
    'Deletes a customer with all agreements, accounts and card accounts.',
    {
      customerId: 'The customer.',
    },
  );
  deleteMutation(parts, deleteSandboxAccount, 'Deletes an account. Its balance goes back to the bank.', {
    resourceId: 'The account.',
  });
  deleteMutation(parts, deleteSandboxCardAccount, 'Deletes a card account with its transactions.', {
    resourceId: 'The card account.',
  });
  deleteMutation(
    parts,
    deleteSandboxEngagement,
    'Deletes an engagement: the PSU can no longer use the account.',
    {
      engagementId: 'The engagement.',
      agreementId: 'Its agreement.',
    },
  );
}

/** `idDescriptions` has the id of the resource first, then those of its parents. */
function deleteMutation<Id extends string>(
  parts: SchemaParts,
  operation: Operation<Readonly<Record<Id, string>>, null>,
  description: string,
  idDescriptions: Readonly<Record<Id, string>>,
): void {
  const idNames = Object.keys(idDescriptions) as Id[];
  const [resourceIdName] = idNames;
  if (resourceIdName === undefined) return;
  mutation(parts, {
    name: operation.name,
    description,
    input: {
      description: 'What to delete.',
      fields: (t) =>
        Object.fromEntries(
          idNames.map((name) => [name, t.string({ required: true, description: idDescriptions[name] })]),
        ),
      argumentDescription: 'What to delete.',
    },
    payload: (t: PayloadFields<string>) => ({
      [resourceIdName]: t.string({
        nullable: true,
        description: 'Identifier of the deleted resource; null when the request was refused.',
        resolve: ({ resource }) => resource,
      }),
    }),
    act: async (input, write) => {
      const ids = input as Readonly<Record<Id, string>>;
      await write(operation, () => ids);
      return { resource: ids[resourceIdName], tppMessages: [], links: null };
    },
  });
}
