import { defineWriteForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';
import type { EngagementIdInput } from './get-sandbox-engagement.ts';

export const deleteSandboxEngagement = defineWriteForAnyRole({
  name: 'deleteSandboxEngagement',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }: EngagementIdInput) {
    if (!(await stores.sandbox.agreements.removeEngagement(caller.tppId, agreementId, engagementId)))
      throwUnknownId('engagementId');
    return null;
  },
});
