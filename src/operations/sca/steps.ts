/**
 * The steps that a PSU takes on the SCA page: open, identify, choose an agreement, decide. Each step is one
 * transaction that locks the authorisation, so double clicks, two tabs and races have one outcome. What a step does
 * stands in acts.ts; the pages that show these steps are in the room sca.
 */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import type { PerformerParts } from '../performer.ts';
import type { AuthorisationRecord, PaymentRecord, Stores } from '../ports/stores.ts';
import { type Act, choose, type Decision, decide, identify, open, typedNumber } from './acts.ts';
import { type AfterOrderParts, afterOrder, askCore, type Questions } from './core.ts';
import { abandon, lockAll } from './finish.ts';
import { type Look, lookAt } from './look.ts';
import { type BrowserProof, belongs, proven } from './secrets.ts';
import { type ScaContext, whyLate } from './targets.ts';
import { type View, view } from './view.ts';

export { type BrowserProof, formTokenOf } from './secrets.ts';
export type { Trouble, View } from './view.ts';

export interface Steps {
  /** Opens or shows the page; null when the link is unknown. `secret` is that of the browser's cookie. */
  open(linkToken: string, secret: string | null, language: PageLanguage | null): Promise<View | null>;
  /** What opening the link would show, without opening it; null when it is unknown. */
  look(linkToken: string): Promise<Look | null>;
  identify(linkToken: string, proof: BrowserProof, customerNumber: string): Promise<View | null>;
  chooseAgreement(linkToken: string, proof: BrowserProof, agreementId: string): Promise<View | null>;
  decide(linkToken: string, proof: BrowserProof, decision: Decision): Promise<View | null>;
}

export type StepsParts = Pick<PerformerParts, 'clock' | 'ids' | 'settings' | 'bank'> & AfterOrderParts;

export function createSteps(parts: StepsParts): Steps {
  async function contextFor(stores: Stores, { tppId }: AuthorisationRecord): Promise<ScaContext> {
    const { settings, bank, ids } = parts;
    const offset = settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0;
    return { stores, settings, bank, ids, now: parts.clock() + offset };
  }

  /** Locks what the link is for, ends it when it has expired, and calls `act` when it is still open. */
  async function locked(
    linkToken: string,
    secret: string | null,
    act: Act,
    ask: Questions = {},
  ): Promise<View | null> {
    const { read } = parts.work;
    const known = await read.authorisations.findByToken(linkToken);
    if (known === null) return null;
    const answers = await askCore(await contextFor(read, known), known, ask);
    return parts.work.transaction(async (stores) => {
      const context = { ...(await contextFor(stores, known)), ...(answers === null ? {} : { answers }) };
      const all = await lockAll(context, known);
      if (all === null) return null;
      const { payments } = all;
      const authorisation = await ifLate(context, all.authorisation, payments);
      const shown =
        authorisation.endedAt === null ? await act(context, authorisation, payments) : { authorisation };
      return view(context, shown, payments, belongs(shown.authorisation, secret));
    });
  }

  /** A form of the page: nothing is done for a browser that cannot prove that the page was made for it. */
  const step = (linkToken: string, proof: BrowserProof, act: Act, ask?: Questions) =>
    locked(
      linkToken,
      proof.secret,
      async (context, live, payments) =>
        proven(live, proof) ? act(context, live, payments) : { authorisation: live, trouble: 'STALE_PAGE' },
      ask,
    );

  return {
    async look(linkToken) {
      const { read } = parts.work;
      const known = await read.authorisations.findByToken(linkToken);
      return known && lookAt(await contextFor(read, known), known);
    },
    open: (linkToken, secret, language) => locked(linkToken, secret, open(secret, language)),
    identify: (linkToken, proof, customerNumber) =>
      step(linkToken, proof, identify(proof, customerNumber), {
        customerNumber: typedNumber(customerNumber),
      }),
    chooseAgreement: (linkToken, proof, agreementId) => step(linkToken, proof, choose(agreementId)),
    async decide(linkToken, proof, decision) {
      const decided = await step(linkToken, proof, decide(proof, decision), { rights: decision.approve });
      return decided && afterOrder(parts, decided);
    },
  };
}

/** Ends the authorisation when it has expired or its payments have changed, before anybody acts on it. */
async function ifLate(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
): Promise<AuthorisationRecord> {
  if (authorisation.endedAt !== null) return authorisation;
  const reason = await whyLate(context, authorisation, payments);
  return reason === null ? authorisation : abandon(context, authorisation, payments, reason);
}
