import { refuse } from '../../domain/refusal.ts';
import type { StoredPsu } from '../../operations/authorisations/ports.ts';
import { BankChallenge } from '../../operations/ports/bank.ts';
import type { AuthorisationRecord, Stores } from '../../operations/ports/stores.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import { type NewRemoteRecord, remoteStore } from './ports.ts';

export class RemoteChallenge extends BankChallenge {
  readonly redirect: PsuRedirect;
  readonly storedPsu: StoredPsu | null;

  constructor(reason: RemoteChallenge['reason'], redirect: PsuRedirect, storedPsu: StoredPsu | null = null) {
    const { tppMessages, extras } = refuse(reason);
    super(reason, tppMessages, extras);
    this.redirect = redirect;
    this.storedPsu = storedPsu;
  }

  storeBankLink(stores: Stores, login: AuthorisationRecord): Promise<void> {
    return stores.get(remoteStore).put(redirectRecord(login, this.redirect));
  }
}

/** If `redirect` has no `scaRedirect`, the service asks the bank for an address when the PSU next opens the link. */
export const redirectRecord = (
  { tppId, authorisationId: id }: Pick<AuthorisationRecord, 'tppId' | 'authorisationId'>,
  redirect: Partial<PsuRedirect>,
): NewRemoteRecord => ({ tppId, kind: 'AUTHORISATION', id, ...redirect });

/** Returns the result of `call`. If `call` throws a challenge, adds the PSU of the payment or basket, who must log in at the bank. */
export const withStoredPsuInChallenge = <T>(storedPsu: StoredPsu, call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof RemoteChallenge
      ? new RemoteChallenge(error.reason, error.redirect, storedPsu)
      : error;
  });
