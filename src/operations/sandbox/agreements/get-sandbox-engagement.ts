import { defineReadForAnyRole } from '../../operation.ts';
import { throwUnknownId } from '../throw-unknown-id.ts';

export interface EngagementIdInput {
  readonly agreementId: string;
  readonly engagementId: string;
}

export const getSandboxEngagement = defineReadForAnyRole({
  name: 'getSandboxEngagement',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }: EngagementIdInput) {
    const { agreements } = stores.sandbox;
    const engagement = await agreements.findEngagement(caller.tppId, agreementId, engagementId);
    return engagement ?? throwUnknownId('engagementId');
  },
});
