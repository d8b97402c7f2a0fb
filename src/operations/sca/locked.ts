/**
 * How a step of the SCA page runs: one transaction that locks the authorisation and what it acts upon, so that double clicks,
 * two tabs and races have one outcome.
 */
import type { PerformerParts } from '../performer.ts';
import type { AuthorisationRecord, PaymentRecord, Stores } from '../ports/stores.ts';
import { tppTime } from '../tpp-time.ts';
import type { Act } from './acts.ts';
import { claim } from './claim.ts';
import { type AfterOrderParts, askCore, type Questions } from './core.ts';
import { abandon, lockAll } from './finish.ts';
import { ofLink } from './link.ts';
import type { BrowserProof } from './secrets.ts';
import { type ScaContext, whyLate } from './targets.ts';
import { type View, view } from './view.ts';

export type StepsParts = Pick<PerformerParts, 'clock' | 'ids' | 'settings' | 'bank'> & AfterOrderParts;

export interface LockedSteps {
  contextFor(stores: Stores, authorisation: AuthorisationRecord): Promise<ScaContext>;
  /** Locks what the link is for, ends it when it has expired, and calls `act` when it is still open. */
  locked(linkToken: string, secret: string | null, act: Act, ask?: Questions): Promise<View | null>;
  /** A form of the page: nothing is done for a browser that cannot prove that the page was made for it. */
  step(linkToken: string, proof: BrowserProof, act: Act, ask?: Questions): Promise<View | null>;
}

export function createLockedSteps(parts: StepsParts): LockedSteps {
  async function contextFor(stores: Stores, { tppId }: AuthorisationRecord): Promise<ScaContext> {
    const { settings, bank, ids } = parts;
    return { stores, settings, bank, ids, now: await tppTime(parts, stores, tppId) };
  }

  async function locked(
    linkToken: string,
    secret: string | null,
    act: Act,
    ask: Questions = {},
  ): Promise<View | null> {
    const known = await ofLink(parts.work, linkToken);
    if (known === null) return null;
    const { read, transaction } = parts.work.of(known.tppId);
    const { core } = parts.bank;
    const answers = core && (await askCore(core, await contextFor(read, known), known, ask));
    return transaction(async (stores) => {
      const context = { ...(await contextFor(stores, known)), ...(answers === null ? {} : { answers }) };
      const all = await lockAll(context, known);
      if (all === null) return null;
      const { payments } = all;
      const authorisation = await ifLate(context, all.authorisation, payments);
      const shown =
        authorisation.endedAt === null ? await act(context, authorisation, payments) : { authorisation };
      return view(context, shown, payments, secret);
    });
  }

  return {
    contextFor,
    locked,
    step: (linkToken, proof, act, ask) =>
      locked(
        linkToken,
        proof.secret,
        async (context, live, payments) => {
          const claimed = await claim(context, live, proof);
          return claimed === null
            ? { authorisation: live, trouble: 'STALE_PAGE' }
            : act(context, claimed, payments);
        },
        ask,
      ),
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
