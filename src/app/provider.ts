import type { FailedCheck } from '../identity-provider/conclude.ts';
import type { IdentityProvider } from '../identity-provider/ports.ts';

export interface ProviderConnection {
  /** `returnAddress`: where the provider sends PSUs back to. */
  readonly connect: (returnAddress: string) => IdentityProvider;
  /** Called when a response of the provider fails a check. */
  readonly onFailedCheck: (failure: FailedCheck) => void;
}
