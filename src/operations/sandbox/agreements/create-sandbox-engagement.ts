import type { EngagementBody } from '../../../domain/sandbox/agreement.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { SentBody } from '../ports.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';
import { createEngagements } from './create-engagements.ts';

export const createSandboxEngagement = defineWriteForAnyRole({
  name: 'createSandboxEngagement',
  refusals: ['RESOURCE_UNKNOWN', 'FORMAT_ERROR', 'CONFLICT'],
  async run(
    context,
    { agreementId, body, warnings }: SentBody<EngagementBody> & { readonly agreementId: string },
  ) {
    const { agreements } = context.stores.sandbox;
    const ownerId =
      (await agreements.ownerOf(context.caller.tppId, agreementId)) ?? throwUnknownId('agreementId');
    const [engagement] = await createEngagements(context, { agreementId, ownerId }, [body]);
    if (!engagement) throw new Error('no engagement was created');
    return { engagement, tppMessages: warnings };
  },
});
