/** Reads one engagement of an agreement. */
import { tppRead } from '../../operation.ts';
import { refuseUnknownId } from '../refuse-unknown-id.ts';

export interface EngagementIdInput {
  readonly agreementId: string;
  readonly engagementId: string;
}

export const getSandboxEngagement = tppRead({
  name: 'getSandboxEngagement',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }: EngagementIdInput) {
    const { agreements } = stores.sandbox;
    const engagement = await agreements.findEngagement(caller.tppId, agreementId, engagementId);
    return engagement ?? refuseUnknownId('engagementId');
  },
});
