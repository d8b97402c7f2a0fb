/** Reads one engagement of an agreement. */
import { tppRead } from '../../context.ts';
import { notInSandbox } from '../not-in-sandbox.ts';

export interface EngagementName {
  readonly agreementId: string;
  readonly engagementId: string;
}

export const getSandboxEngagement = tppRead({
  name: 'getSandboxEngagement',
  refusals: ['RESOURCE_UNKNOWN'],
  async run({ caller, stores }, { agreementId, engagementId }: EngagementName) {
    const engagement = await stores.sandbox.agreements.findEngagement(
      caller.tppId,
      agreementId,
      engagementId,
    );
    if (!engagement) throw notInSandbox('engagementId');
    return engagement;
  },
});
