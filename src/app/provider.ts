/** Who authenticates PSUs, where the pages of this service do not. */

import type { CheckFailed } from '../identity-provider/conclude.ts';
import type { IdentityProvider } from '../identity-provider/ports.ts';

/** An identity provider that authenticates PSUs, and who is told when an answer of it fails a check. */
export interface ProviderBehind {
  /** Given the address that PSUs come back to. */
  readonly connect: (returnAddress: string) => IdentityProvider;
  readonly checkFailed: (failure: CheckFailed) => void;
}
