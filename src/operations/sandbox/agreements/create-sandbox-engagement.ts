/** Lets a PSU act on an account of the agreement's owner. */

import type { TppMessage } from '../../../domain/refusal.ts';
import type { Engagement, EngagementBody } from '../../../domain/sandbox/agreement.ts';
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { Sent } from '../ports.ts';
import { engage } from './engage.ts';

export interface CreatedEngagement {
  readonly engagement: Engagement;
  readonly tppMessages: readonly TppMessage[];
}

export const createSandboxEngagement: Operation<
  Sent<EngagementBody> & { readonly agreementId: string },
  CreatedEngagement
> = {
  name: 'createSandboxEngagement',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'FORMAT_ERROR'],
  async run(context, { agreementId, body, warnings }) {
    const ownerId = await context.stores.sandbox.agreements.ownerOf(context.caller.tppId, agreementId);
    if (ownerId === null) throw notInSandbox('mockAgreementId');
    const [engagement] = await engage(context, { agreementId, ownerId }, [body], () => '');
    if (!engagement) throw new Error('one engagement was asked for and none was made');
    return { engagement, tppMessages: warnings };
  },
};
