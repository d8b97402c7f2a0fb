/**
 * Leads a PSU to a remote bank and back. Whoever opens the page of an authorisation is sent on to the bank's own pages, under
 * an address that only the bank learns; when they come back, the bank is asked what became of the payments, and they go on
 * to the TPP. Nothing that the browser brings back decides anything. Start at `createLead`.
 */
import { awayLifetimeMs } from '../../domain/authorisations/authorisation.ts';
import { withParameters } from '../../domain/authorisations/redirect-uri.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import type { PerformerParts } from '../performer.ts';
import { BankChallenge, type BankDesk, type RemoteRedirect } from '../ports/bank.ts';
import type { AuthorisationRecord, PaymentRecord, SharedWork, Stores } from '../ports/stores.ts';
import { endedBy, lockAll, returnAddress } from '../sca/finish.ts';
import { belongs, digest, same } from '../sca/secrets.ts';
import { type EndContext, productOf } from '../sca/targets.ts';
import { tppTime } from '../tpp-time.ts';
import { askingForPsu, referenceOf } from './asking.ts';
import type { Follower } from './follow.ts';
import { outcomeOf, settle } from './outcome.ts';
import { keepPsu, keepRedirect } from './redirects.ts';

/** What the browser brings back. */
export interface ComeBack {
  readonly returnState: string;
  /** The link that this browser had followed, and the secret of its page, by its cookie. */
  readonly linkToken: string;
  readonly secret: string;
  readonly psuId: string | null;
  /** What went wrong, in the bank's words; null: nothing did. */
  readonly message: string | null;
}

export interface Lead {
  /** Where the PSU goes on, once the page is theirs; null: the bank has decided already, and it is known here now. */
  onward(authorisation: AuthorisationRecord): Promise<RemoteRedirect | null>;
  /** Where the PSU who has come back goes on; null: the state is unknown, or another browser came back first. */
  back(come: ComeBack): Promise<string | null>;
}

export interface LeadParts extends Pick<PerformerParts, 'clock' | 'ids' | 'settings'> {
  readonly work: SharedWork;
  readonly desk: BankDesk;
  readonly follower: Pick<Follower, 'ask'>;
}

/** Anybody with the link may be at the bank; the first browser that comes back has the authorisation. */
const isFreeFor = (authorisation: AuthorisationRecord, secret: string): boolean =>
  authorisation.browserHash === null || belongs(authorisation, secret);

async function hold(
  { authorisations }: Stores,
  authorisation: AuthorisationRecord,
  secret: string,
): Promise<AuthorisationRecord> {
  if (authorisation.browserHash !== null) return authorisation;
  const change = { browserHash: digest(secret) };
  await authorisations.update(authorisation.authorisationId, change);
  return { ...authorisation, ...change };
}

const messageCharactersAtMost = 200;
/** A TPP may have asked for so many authorisations by one X-Request-ID; earlier ones are not looked for. */
const ofOneState = 20;
/** What a bank may send as PSU-ID; anything else that a browser brings is left out. */
const psuIdShape = /^[\x21-\x7e]{1,100}$/;

/** The words of the bank, where they are plain: they come by the browser, and go to the TPP. */
const shownMessage = (message: string): string =>
  isPlainText(message, []) ? boundedText(message, messageCharactersAtMost) : 'rejected at the bank';

export function createLead(parts: LeadParts): Lead {
  const { work, desk, follower } = parts;

  async function start(authorisation: AuthorisationRecord): Promise<RemoteRedirect> {
    const { tppId, kind, paymentId, basketId } = authorisation;
    const { read } = work.of(tppId);
    const asking = await askingForPsu(read, authorisation);
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

  /** The same, with the ways in which a bank that answers may not start it. */
  async function started(authorisation: AuthorisationRecord): Promise<RemoteRedirect | null> {
    const { read } = work.of(authorisation.tppId);
    try {
      const redirect = await start(authorisation);
      await keepRedirect(read, authorisation, redirect);
      return redirect;
    } catch (error) {
      if (error instanceof BankChallenge) {
        // They log in first; whoever follows the link again is to be sent to the approval.
        await keepRedirect(read, authorisation, { returnState: error.redirect.returnState });
        return error.redirect;
      }
      if (!(error instanceof Refusal) || error.reason !== 'CONFLICT') throw error;
      await follower.ask(authorisation.tppId, await paymentIdsOf(authorisation));
      return null;
    }
  }

  async function paymentIdsOf(authorisation: AuthorisationRecord): Promise<readonly string[]> {
    if (authorisation.paymentId !== null) return [authorisation.paymentId];
    if (authorisation.basketId === null) return [];
    const payments = await work.of(authorisation.tppId).read.baskets.paymentsOf(authorisation.basketId);
    return payments.map(({ paymentId }) => paymentId);
  }

  /** They may stay away for longer than a link of ours lives. */
  async function giveTime({ tppId, authorisationId, expiresAt: before }: AuthorisationRecord) {
    const { read } = work.of(tppId);
    const away = (await tppTime(parts, read, tppId)) + awayLifetimeMs;
    const change = { opened: true, expiresAt: Math.max(before, away) };
    await read.authorisations.update(authorisationId, change);
  }

  /** The authorisation of the link, where it has this state and no other browser has come back. */
  async function whose({ returnState, linkToken, secret }: ComeBack): Promise<AuthorisationRecord | null> {
    for (const { tppId, id } of await work.read.remote.withState(returnState, ofOneState)) {
      const found = await work.of(tppId).read.authorisations.find(tppId, id);
      if (found !== null && same(found.linkToken, linkToken)) return isFreeFor(found, secret) ? found : null;
    }
    return null;
  }

  return {
    async onward(authorisation) {
      const { tppId, authorisationId: id } = authorisation;
      const known = await work.of(tppId).read.remote.find(tppId, 'AUTHORISATION', id);
      const redirect =
        known?.scaRedirect && known.returnState
          ? { scaRedirect: known.scaRedirect, returnState: known.returnState }
          : await started(authorisation);
      if (redirect !== null) await giveTime(authorisation);
      return redirect;
    },

    async back(come) {
      const known = await whose(come);
      if (known === null) return null;
      const { tppId } = known;
      await follower.ask(tppId, await paymentIdsOf(known));
      const text = come.message === null ? null : shownMessage(come.message);
      return work.of(tppId).transaction(async (stores) => {
        const context = { stores, now: await tppTime(parts, stores, tppId) };
        const locked = await lockAll(context, known);
        if (locked === null || !isFreeFor(locked.authorisation, come.secret)) return null;
        const held = await hold(stores, locked.authorisation, come.secret);
        const ended = await end(context, held, locked.payments, text);
        const { endReason } = ended;
        const welcome =
          endReason === 'APPROVED' ||
          (endReason === null && text === null) ||
          outcomeOf(ended.kind, locked.payments) === 'APPROVED';
        if (welcome) {
          const named = await withPsu(stores, ended, come.psuId);
          return returnAddress({ ...named, endReason: 'APPROVED' });
        }
        return text === null ? returnAddress(ended) : withParameters(ended.redirectUri, { message: text });
      });
    },
  };

  /**
   * The end of the authorisation here, as far as the bank has said. What the browser brings ends at most a log-in, or the
   * authorisation alone: nothing moves by it.
   */
  async function end(
    context: EndContext,
    authorisation: AuthorisationRecord,
    payments: readonly PaymentRecord[],
    message: string | null,
  ): Promise<AuthorisationRecord> {
    const settled = await settle(context, authorisation, payments);
    if (settled.endedAt !== null) return settled;
    if (message !== null) return endedBy(context, settled, 'REJECTED');
    return settled.kind === 'LOGIN' ? endedBy(context, settled, 'APPROVED') : settled;
  }

  /** A PSU whom the TPP has named by number alone gets an id of ours; that of the bank is kept where it is not ours. */
  async function withPsu(
    stores: Stores,
    authorisation: AuthorisationRecord,
    remotePsuId: string | null,
  ): Promise<AuthorisationRecord> {
    const { tppId, authorisationId } = authorisation;
    const psuId = authorisation.psuId ?? parts.ids.next();
    if (authorisation.psuId === null) await stores.authorisations.update(authorisationId, { psuId });
    const isTheirs = remotePsuId !== null && psuIdShape.test(remotePsuId);
    // An id of ours names a PSU of this TPP already, or one of another TPP.
    if (isTheirs && !desk.isOwnPsuId(remotePsuId))
      await keepPsu(stores, { tppId, id: psuId, reference: remotePsuId });
    return { ...authorisation, psuId };
  }
}
