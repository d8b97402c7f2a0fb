/** Reads one engagement of an agreement. */
import type { Engagement } from '../../../domain/sandbox/agreement.ts';
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export interface EngagementName {
  readonly agreementId: string;
  readonly engagementId: string;
}

export const getSandboxEngagement: Operation<EngagementName, Engagement> = {
  name: 'getSandboxEngagement',
  role: null,
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }) {
    const engagement = await stores.sandbox.agreements.findEngagement(
      caller.tppId,
      agreementId,
      engagementId,
    );
    if (!engagement) throw notInSandbox('engagementId');
    return engagement;
  },
};
