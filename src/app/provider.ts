import type { FailedCheck } from '../identity-provider/conclude.ts';
import type { IdentityProvider } from '../identity-provider/ports.ts';

/** `onFailedCheck` is called when a response of the provider fails a check. */
export interface ProviderConnection {
  /** `returnAddress`: where PSUs come back to. */
  readonly connect: (returnAddress: string) => IdentityProvider;
  readonly onFailedCheck: (failure: FailedCheck) => void;
}
