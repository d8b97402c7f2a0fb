import { refuse } from '../../../domain/refusal.ts';
import type { AgreementBody } from '../../../domain/sandbox/agreement.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { SentBody } from '../ports.ts';
import { requireCapacity } from '../require-capacity.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';
import { createEngagements } from './create-engagements.ts';

export const createSandboxAgreement = defineWriteForAnyRole({
  name: 'createSandboxAgreement',
  refusals: ['RESOURCE_UNKNOWN', 'FORMAT_ERROR', 'CONFLICT'],
  async run(context, { body, warnings }: SentBody<AgreementBody>) {
    const { caller, stores, ids, now } = context;
    const { agreements, customers } = stores.sandbox;
    const customer = await customers.lockAgainstDeletion(caller.tppId, { numberOrId: body.owner });
    const owner = customer ?? throwUnknownId('owner');
    if (owner.customerType !== 'CORPORATE') {
      throw refuse('FORMAT_ERROR', {
        path: 'owner',
        text: 'must be a corporate customer; a private customer already has an agreement',
      });
    }
    const { customerId: ownerId, customerNumber } = owner;
    await requireCapacity('agreementsOfOwner', (atMost) => agreements.countOf(ownerId, atMost));
    await requireCapacity('agreements', (atMost) => agreements.count(caller.tppId, atMost));
    const agreementId = ids.next();
    await agreements.insert([{ agreementId, tppId: caller.tppId, ownerId, name: body.name, createdAt: now }]);
    const pathPrefixOf = (index: number) => `engagements[${index}].`;
    const newEngagements = await createEngagements(
      context,
      { agreementId, ownerId },
      body.engagements ?? [],
      pathPrefixOf,
    );
    const engagements = newEngagements.map(({ engagementId }) => engagementId);
    return {
      agreement: { id: agreementId, name: body.name, owner: customerNumber, engagements },
      tppMessages: warnings,
    };
  },
});
