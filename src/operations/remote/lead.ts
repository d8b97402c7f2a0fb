/**
 * Redirects a PSU to a remote bank and back. Opening the page of an authorisation redirects to the bank's own pages,
 * with a return address that only the bank learns. When the PSU comes back, the statuses of the payments are read
 * from the bank, and the PSU is redirected to the TPP. Nothing that the browser sends decides anything. Start at
 * `createLead`.
 */
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import { refuse } from '../../domain/refusal.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { PerformerParts } from '../performer.ts';
import type { BankDesk, RemoteRedirect } from '../ports/bank.ts';
import type { AuthorisationRecord, PaymentRecord, Stores, UnitOfWork } from '../ports/stores.ts';
import { abandon, endedBy, lockAll, returnAddress } from '../sca/finish.ts';
import { belongs } from '../sca/secrets.ts';
import { productOf, type ScaContext } from '../sca/targets.ts';
import { askingForPsu, referenceOf } from './asking.ts';
import type { Follower } from './follow.ts';
import { keepRedirect, nothing } from './redirects.ts';

/** What the returning browser sends. */
export interface ComeBack {
  readonly returnState: string;
  /** The secret of the browser's cookie. */
  readonly secret: string | null;
  readonly psuId: string | null;
  /** The bank's text of what went wrong; null: nothing did. */
  readonly message: string | null;
}

export interface Lead {
  /** Where the PSU is redirected, once the page is bound to their browser. */
  onward(authorisation: AuthorisationRecord): Promise<RemoteRedirect>;
  /**
   * Where the returning PSU is redirected, and the link that they had followed; null: the state is unknown, or it is
   * another browser.
   */
  back(come: ComeBack): Promise<{ readonly address: string; readonly linkToken: string } | null>;
}

export interface LeadParts extends Pick<PerformerParts, 'clock' | 'ids' | 'settings' | 'bank'> {
  readonly work: UnitOfWork;
  readonly desk: BankDesk;
  readonly follower: Follower;
}

const messageCharactersAtMost = 200;

export function createLead(parts: LeadParts): Lead {
  const { work, desk, follower, settings } = parts;

  async function contextFor(stores: Stores, tppId: string): Promise<ScaContext> {
    const offset = settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0;
    return { ...parts, stores, now: parts.clock() + offset };
  }

  async function start(authorisation: AuthorisationRecord): Promise<RemoteRedirect> {
    const { read } = work;
    const asking = await askingForPsu(read, authorisation);
    const { tppId, kind, paymentId, basketId } = authorisation;
    if (kind === 'BASKET') {
      const reference = await referenceOf(read, tppId, 'BASKET', basketId ?? '');
      if (reference !== null) return desk.startAuthorisation(asking, { kind, reference });
    } else if (kind !== 'LOGIN') {
      const payment = await read.payments.find(tppId, paymentId ?? '');
      const reference = await referenceOf(read, tppId, 'PAYMENT', paymentId ?? '');
      if (payment !== null && reference !== null)
        return desk.startAuthorisation(asking, {
          kind,
          payment: { product: productOf(parts, payment), reference },
        });
    }
    throw refuse('UNAVAILABLE', {
      retryAfterSeconds: 60,
      detail: 'the bank does not know what is to be approved',
    });
  }

  async function paymentIdsOf(authorisation: AuthorisationRecord): Promise<readonly string[]> {
    if (authorisation.paymentId !== null) return [authorisation.paymentId];
    if (authorisation.basketId === null) return [];
    const payments = await work.read.baskets.paymentsOf(authorisation.basketId);
    return payments.map(({ paymentId }) => paymentId);
  }

  return {
    async onward(authorisation) {
      const { tppId, authorisationId: id } = authorisation;
      const known = await work.read.remote.find(tppId, 'AUTHORISATION', id);
      if (known?.scaRedirect && known.returnState) {
        const { scaRedirect, returnState } = known;
        return { scaRedirect, returnState };
      }
      const redirect = await start(authorisation);
      await keepRedirect(work.read, authorisation, redirect);
      return redirect;
    },

    async back({ returnState, secret, psuId, message }) {
      const record = await work.read.remote.findByState(returnState);
      const known = record && (await work.read.authorisations.find(record.tppId, record.id));
      if (known === null || !belongs(known, secret)) return null;
      const { tppId } = known;
      await follower.ask(tppId, await paymentIdsOf(known));
      const text = message === null ? null : boundedText(message, messageCharactersAtMost);
      return work.transaction(async (stores) => {
        const context = await contextFor(stores, tppId);
        const locked = await lockAll(context, known);
        if (locked === null) return null;
        const { authorisation, payments } = locked;
        const ended =
          authorisation.endedAt !== null
            ? authorisation
            : await end(context, authorisation, payments, text, psuId);
        const address =
          text !== null && ended.endReason !== 'APPROVED'
            ? withParameters(ended.redirectUri, { message: text })
            : returnAddress(ended);
        return { address, linkToken: ended.linkToken };
      });
    },
  };

  /** Ends the authorisation here, by the statuses of its payments at the bank. */
  async function end(
    context: ScaContext,
    authorisation: AuthorisationRecord,
    payments: readonly PaymentRecord[],
    message: string | null,
    remotePsuId: string | null,
  ): Promise<AuthorisationRecord> {
    const refused = payments.length > 0 && payments.every(({ status }) => status === 'RJCT');
    if (message !== null || (refused && authorisation.kind !== 'CANCELLATION'))
      return abandon(context, authorisation, payments, 'REJECTED');
    if (authorisation.basketId !== null)
      await context.stores.baskets.close(authorisation.basketId, 'APPROVED');
    const psuId = authorisation.psuId ?? context.ids.next();
    // For a PSU whom the TPP has named only by number, the bank's own id is stored beside ours.
    if (authorisation.psuId === null && remotePsuId !== null)
      await context.stores.remote.put({
        ...nothing,
        tppId: authorisation.tppId,
        kind: 'PSU',
        id: psuId,
        reference: remotePsuId,
      });
    return endedBy(context, { ...authorisation, psuId }, 'APPROVED');
  }
}
