/** Ends an engagement: the PSU may no longer act on the account. */
import type { Operation } from '../../operation.ts';
import { notInSandbox } from '../not-in-sandbox.ts';
import type { EngagementName } from './get-sandbox-engagement.ts';

export const deleteSandboxEngagement: Operation<EngagementName, null> = {
  name: 'deleteSandboxEngagement',
  role: null,
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }) {
    if (!(await stores.sandbox.agreements.removeEngagement(caller.tppId, agreementId, engagementId)))
      throw notInSandbox('engagementId');
    return null;
  },
};
