/**
 * The steps that a PSU takes on the SCA page (contract 5): open, identify, choose an agreement, decide. Each step is one
 * transaction that locks the authorisation, so double clicks, two tabs and races have one outcome. The pages that show
 * these steps are in web/sca.
 */
import {
  linkLifetimeMs,
  sessionLifetimeMs,
  wrongAttemptsAtMost,
} from '../../domain/authorisations/authorisation.ts';
import { codeBinding } from '../authorisations/open.ts';
import type { Settings } from '../operation.ts';
import type {
  AuthorisationRecord,
  Bank,
  Clock,
  CustomerIdentity,
  Ids,
  PaymentRecord,
  UnitOfWork,
} from '../ports.ts';
import { abandon, approve, lockAll } from './finish.ts';
import { type BrowserProof, digest, matches, newSecret, proven, same } from './secrets.ts';
import { type ScaContext, type Signer, targets } from './targets.ts';
import { agreementsFor, type Trouble, type View, view } from './view.ts';

export { type BrowserProof, formTokenOf } from './secrets.ts';
export type { Trouble, View } from './view.ts';

export interface Steps {
  /** Opens or shows the page; null when the link is unknown. `secret` is that of the browser's cookie. */
  open(linkToken: string, secret: string | null): Promise<View | null>;
  identify(linkToken: string, proof: BrowserProof, customerNumber: string): Promise<View | null>;
  chooseAgreement(linkToken: string, proof: BrowserProof, agreementId: string): Promise<View | null>;
  decide(linkToken: string, proof: BrowserProof, decision: Decision): Promise<View | null>;
}

export type Decision = { readonly approve: true; readonly code: string } | { readonly approve: false };

export interface StepsParts {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
}

/** A step under the locks, on a live authorisation and by a proven browser. */
type Act = (
  context: ScaContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
) => Promise<Result>;

export function createSteps(parts: StepsParts): Steps {
  /** Locks what the link is for, ends it when it is late, and lets `act` go on with what is alive. */
  async function locked(linkToken: string, act: Act): Promise<View | null> {
    const known = await parts.work.read.authorisations.findByToken(linkToken);
    if (known === null) return null;
    return parts.work.transaction(async (stores) => {
      const { settings, bank, ids } = parts;
      const offset = settings.sandbox ? await stores.tpps.clockOffset(known.tppId) : 0;
      const context: ScaContext = { stores, settings, bank, ids, now: parts.clock() + offset };
      const all = await lockAll(context, known);
      if (all === null) return null;
      const live = await ifLate(context, all.authorisation, all.payments);
      if (live.endedAt !== null) return view(context, live, all.payments, null, null);
      const { authorisation, trouble, secret } = await act(context, live, all.payments);
      return view(context, authorisation, all.payments, trouble ?? null, secret ?? null);
    });
  }

  const step = (linkToken: string, proof: BrowserProof, act: Act) =>
    locked(linkToken, async (context, live, payments) =>
      proven(live, proof) ? act(context, live, payments) : { authorisation: live, trouble: 'STALE_PAGE' },
    );

  return {
    open: (linkToken, secret) =>
      locked(linkToken, async (context, live) =>
        matches(live, secret) ? { authorisation: live } : adopt(context, live),
      ),
    identify: (linkToken, proof, customerNumber) => step(linkToken, proof, identify(customerNumber)),
    chooseAgreement: (linkToken, proof, agreementId) => step(linkToken, proof, choose(agreementId)),
    decide: (linkToken, proof, decision) => step(linkToken, proof, decide(decision)),
  };
}

const identify =
  (customerNumber: string): Act =>
  async (context, authorisation, payments) => {
    if (authorisation.customerId !== null) return { authorisation };
    const number = customerNumber.replace(/\s/g, '');
    const customer = await context.stores.customers.byNumber(authorisation.tppId, number);
    const trouble = customerTrouble(authorisation, customer);
    if (trouble !== null || customer === null) {
      return wrong(context, authorisation, payments, trouble ?? 'UNKNOWN_CUSTOMER');
    }
    return admit(context, authorisation, customer);
  };

const choose =
  (agreementId: string): Act =>
  async (context, authorisation) => {
    const choices = await agreementsFor(context, authorisation);
    const known = choices.some((choice) => choice.agreementId === agreementId);
    if (authorisation.customerId === null || !known) return { authorisation, trouble: 'NO_AGREEMENT' };
    await context.stores.authorisations.update(authorisation.authorisationId, { agreementId });
    return { authorisation: { ...authorisation, agreementId } };
  };

const decide =
  (decision: Decision): Act =>
  async (context, authorisation, payments) => {
    if (!decision.approve) return ended(await abandon(context, authorisation, payments, 'REJECTED'));
    const signer = await signerOf(context, authorisation);
    const undecided =
      authorisation.agreementId === null && (await agreementsFor(context, authorisation)).length > 1;
    if (signer === null || undecided) return { authorisation, trouble: 'STALE_PAGE' };
    if (!same(decision.code.replace(/\s/g, ''), authorisation.code)) {
      return wrong(context, authorisation, payments, 'WRONG_CODE');
    }
    if (codeBinding(payments.map(({ instruction }) => instruction)) !== authorisation.codeBinding) {
      return ended(await abandon(context, authorisation, payments, 'RESOURCE_CHANGED'));
    }
    return ended(await approve(context, authorisation, payments, signer));
  };

interface Result {
  readonly authorisation: AuthorisationRecord;
  readonly trouble?: Trouble;
  readonly secret?: string;
}

/** At its end the browser's session is worth nothing any more: the page gets a fresh one that opens nothing. */
const ended = (authorisation: AuthorisationRecord): Result => ({ authorisation, secret: newSecret() });

/** Gives the authorisation to the browser that opens it; whoever was logged in with another browser must begin again. */
async function adopt(context: ScaContext, authorisation: AuthorisationRecord): Promise<Result> {
  const secret = newSecret();
  const session = await liveCustomer(context, authorisation);
  const change = {
    browserHash: digest(secret),
    opened: true,
    customerId: session,
    agreementId: null,
    scaStatus: session === null ? ('started' as const) : ('psuAuthenticated' as const),
    // The time of a link made with its payment runs from when it is opened.
    ...(authorisation.implicit && !authorisation.opened ? { expiresAt: context.now + linkLifetimeMs } : {}),
  };
  await context.stores.authorisations.update(authorisation.authorisationId, change);
  const adopted = { ...authorisation, ...change };
  return { authorisation: session === null ? adopted : await chooseOnly(context, adopted), secret };
}

/** The customer of the PSU's authenticated session, who need not give the number again; a log-in is always asked anew. */
async function liveCustomer(context: ScaContext, authorisation: AuthorisationRecord): Promise<string | null> {
  const { kind, psuContext, sessionId, psuId, identityNumber, tppId } = authorisation;
  if (
    kind === 'LOGIN' ||
    psuContext !== null ||
    sessionId === null ||
    (psuId === null && identityNumber === null)
  )
    return null;
  const session = await context.stores.psuSessions.find(tppId, { psuId, identityNumber, sessionId });
  if (session === null || context.now >= session.authenticatedAt + sessionLifetimeMs) return null;
  // A session found by PSU-ID may be another person's than the one whom X-PSU-IDENTITY names: then ask.
  if (identityNumber !== null && identityNumber !== session.customerNumber) return null;
  return (await context.stores.customers.byId(session.customerId))?.customerId ?? null;
}

async function admit(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  customer: CustomerIdentity,
): Promise<Result> {
  const secret = newSecret();
  const change = {
    customerId: customer.customerId,
    browserHash: digest(secret),
  };
  await context.stores.authorisations.update(authorisation.authorisationId, change);
  return { authorisation: await chooseOnly(context, { ...authorisation, ...change }), secret };
}

/** Chooses the agreement where there is just one to choose. */
async function chooseOnly(
  context: ScaContext,
  authorisation: AuthorisationRecord,
): Promise<AuthorisationRecord> {
  const [only, ...others] = await agreementsFor(context, authorisation);
  if (only === undefined || others.length > 0) return authorisation;
  await context.stores.authorisations.update(authorisation.authorisationId, {
    agreementId: only.agreementId,
  });
  return { ...authorisation, agreementId: only.agreementId };
}

function customerTrouble(
  authorisation: AuthorisationRecord,
  customer: CustomerIdentity | null,
): Trouble | null {
  if (customer === null) return 'UNKNOWN_CUSTOMER';
  if (authorisation.identityNumber !== null && authorisation.identityNumber !== customer.customerNumber)
    return 'WRONG_IDENTITY';
  if (authorisation.psuContext === 'PRIVATE' && customer.customerType === 'CORPORATE') return 'WRONG_TYPE';
  return null;
}

/** Counts a wrong number or code; the fifth ends the authorisation. */
async function wrong(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  trouble: Trouble,
): Promise<Result> {
  const wrongAttempts = authorisation.wrongAttempts + 1;
  await context.stores.authorisations.update(authorisation.authorisationId, { wrongAttempts });
  const counted = { ...authorisation, wrongAttempts };
  if (wrongAttempts < wrongAttemptsAtMost) return { authorisation: counted, trouble };
  return ended(await abandon(context, counted, payments, 'WRONG_CODE'));
}

/** Ends what is late or has been overtaken, before anybody acts on it. */
async function ifLate(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
): Promise<AuthorisationRecord> {
  if (authorisation.endedAt !== null) return authorisation;
  if (authorisation.expiresAt <= context.now) return abandon(context, authorisation, payments, 'EXPIRED');
  if (!(await targets[authorisation.kind].waits(context, payments)))
    return abandon(context, authorisation, payments, 'RESOURCE_CHANGED');
  return authorisation;
}

async function signerOf(context: ScaContext, authorisation: AuthorisationRecord): Promise<Signer | null> {
  if (authorisation.customerId === null) return null;
  const customer = await context.stores.customers.byId(authorisation.customerId);
  return customer && { customer, agreementId: authorisation.agreementId };
}
