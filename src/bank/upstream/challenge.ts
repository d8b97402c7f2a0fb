import { refuse } from '../../domain/refusal.ts';
import { BankChallenge } from '../../operations/ports/bank.ts';
import type { AuthorisationRecord, Stores } from '../../operations/ports/stores.ts';
import type { PsuRedirect } from '../../operations/sca/approval.ts';
import { putRedirect } from './remote-records.ts';

/** The PSU must log in at the upstream bank first, at the address of `redirect`. */
export class RemoteChallenge extends BankChallenge {
  readonly redirect: PsuRedirect;

  constructor(reason: 'SCA_REQUIRED' | 'SCA_EXPIRED', redirect: PsuRedirect) {
    const { tppMessages, extras } = refuse(reason);
    super(reason, tppMessages, extras);
    this.redirect = redirect;
  }

  storeBankLink(stores: Stores, login: AuthorisationRecord): Promise<void> {
    return putRedirect(stores, login, this.redirect);
  }
}
