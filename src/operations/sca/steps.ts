/**
 * The steps that a PSU takes on the SCA page (contract 5): open, identify, choose an agreement, decide. Each step is one
 * transaction that locks the authorisation, so double clicks, two tabs and races have one outcome. The pages that show
 * these steps are in web/sca.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  linkLifetimeMs,
  sessionLifetimeMs,
  wrongAttemptsAtMost,
} from '../../domain/authorisations/authorisation.ts';
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import { codeBinding } from '../authorisations/open.ts';
import type { Settings } from '../operation.ts';
import type {
  AgreementChoice,
  AuthorisationRecord,
  Bank,
  Clock,
  CustomerIdentity,
  Ids,
  PaymentRecord,
  Stores,
  UnitOfWork,
} from '../ports.ts';
import { abandon, approve, lockAll, returnAddress } from './finish.ts';
import { type ScaContext, type Signer, targets } from './targets.ts';

export type Step = 'IDENTIFY' | 'AGREEMENT' | 'DECIDE' | 'ENDED';

/** What a page shows. */
export interface View {
  readonly step: Step;
  readonly authorisation: AuthorisationRecord;
  readonly payments: readonly PaymentRecord[];
  readonly customer: CustomerIdentity | null;
  readonly agreements: readonly AgreementChoice[];
  readonly tppName: string;
  /** The TPP's day in Europe/Oslo. */
  readonly today: IsoDate;
  /** What went wrong with the last try, for the page to say. */
  readonly trouble: Trouble | null;
  /** Where the PSU may return to, once it has ended. */
  readonly returnTo: string | null;
  /** The secret for the browser's cookie, when it is to be set anew. */
  readonly secret: string | null;
}

export type Trouble =
  | 'UNKNOWN_CUSTOMER'
  | 'WRONG_IDENTITY'
  | 'WRONG_TYPE'
  | 'NO_AGREEMENT'
  | 'WRONG_CODE'
  | 'STALE_PAGE';

/** What the browser proves: the secret of its cookie and the token of the form. */
export interface BrowserProof {
  readonly secret: string | null;
  readonly formToken: string | null;
}

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

/** The token that a form carries: derived from the cookie's secret, so that only a page of ours can hold it. */
export function formTokenOf(secret: string): string {
  return digest(`form ${secret}`);
}

export function createSteps(parts: StepsParts): Steps {
  async function contextOf(stores: Stores, tppId: string): Promise<ScaContext> {
    const offset = parts.settings.sandbox ? await stores.tpps.clockOffset(tppId) : 0;
    return {
      stores,
      settings: parts.settings,
      bank: parts.bank,
      ids: parts.ids,
      now: parts.clock() + offset,
    };
  }

  /** Runs a step under the locks; the step sees a live authorisation and a proven browser. */
  async function step(
    linkToken: string,
    proof: BrowserProof,
    act: (
      context: ScaContext,
      authorisation: AuthorisationRecord,
      payments: readonly PaymentRecord[],
    ) => Promise<Result>,
  ): Promise<View | null> {
    const known = await parts.work.read.authorisations.findByToken(linkToken);
    if (known === null) return null;
    return parts.work.transaction(async (stores) => {
      const context = await contextOf(stores, known.tppId);
      const locked = await lockAll(context, known);
      if (locked === null) return null;
      const live = await ifLate(context, locked.authorisation, locked.payments);
      if (live.endedAt !== null) return view(context, live, locked.payments, null, null);
      if (!proven(live, proof)) return view(context, live, locked.payments, 'STALE_PAGE', null);
      const result = await act(context, live, locked.payments);
      return view(
        context,
        result.authorisation,
        locked.payments,
        result.trouble ?? null,
        result.secret ?? null,
      );
    });
  }

  return {
    async open(linkToken, secret) {
      const known = await parts.work.read.authorisations.findByToken(linkToken);
      if (known === null) return null;
      return parts.work.transaction(async (stores) => {
        const context = await contextOf(stores, known.tppId);
        const locked = await lockAll(context, known);
        if (locked === null) return null;
        const live = await ifLate(context, locked.authorisation, locked.payments);
        if (live.endedAt !== null || matches(live, secret))
          return view(context, live, locked.payments, null, null);
        const { authorisation, secret: fresh } = await adopt(context, live);
        return view(context, authorisation, locked.payments, null, fresh);
      });
    },

    identify: (linkToken, proof, customerNumber) =>
      step(linkToken, proof, async (context, authorisation, payments) => {
        if (authorisation.customerId !== null) return { authorisation };
        const customer = await context.stores.customers.byNumber(
          authorisation.tppId,
          customerNumber.replace(/\s/g, ''),
        );
        const trouble = customerTrouble(authorisation, customer);
        if (trouble !== null || customer === null) {
          return wrong(context, authorisation, payments, trouble ?? 'UNKNOWN_CUSTOMER');
        }
        return admit(context, authorisation, payments, customer);
      }),

    chooseAgreement: (linkToken, proof, agreementId) =>
      step(linkToken, proof, async (context, authorisation) => {
        const choices = await agreementsFor(context, authorisation);
        if (
          authorisation.customerId === null ||
          !choices.some((choice) => choice.agreementId === agreementId)
        ) {
          return { authorisation, trouble: 'NO_AGREEMENT' };
        }
        await context.stores.authorisations.update(authorisation.authorisationId, { agreementId });
        return { authorisation: { ...authorisation, agreementId } };
      }),

    decide: (linkToken, proof, decision) =>
      step(linkToken, proof, async (context, authorisation, payments) => {
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
      }),
  };
}

interface Result {
  readonly authorisation: AuthorisationRecord;
  readonly trouble?: Trouble;
  readonly secret?: string;
}

/** At its end the browser's session is worth nothing any more: the page gets a fresh one that opens nothing. */
const ended = (authorisation: AuthorisationRecord): Result => ({ authorisation, secret: newSecret() });

/** Gives the authorisation to the browser that opens it; whoever was logged in with another browser must begin again. */
async function adopt(
  context: ScaContext,
  authorisation: AuthorisationRecord,
): Promise<{ authorisation: AuthorisationRecord; secret: string }> {
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
  _payments: readonly PaymentRecord[],
  customer: CustomerIdentity,
): Promise<Result> {
  const secret = newSecret();
  const change = {
    customerId: customer.customerId,
    scaStatus: 'psuIdentified' as const,
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

/** The corporate agreements to choose from: the one that PSU-Corporate-ID names, else all of the customer's. */
async function agreementsFor(
  context: ScaContext,
  authorisation: AuthorisationRecord,
): Promise<readonly AgreementChoice[]> {
  if (
    authorisation.customerId === null ||
    authorisation.psuContext === 'PRIVATE' ||
    authorisation.kind === 'LOGIN'
  )
    return [];
  const customer = await context.stores.customers.byId(authorisation.customerId);
  if (authorisation.psuContext === null && customer?.customerType !== 'CORPORATE') return [];
  const all = await context.stores.customers.agreementsOf(authorisation.tppId, authorisation.customerId);
  const named = all.filter(({ agreementId, ownerNumber }) =>
    [agreementId, ownerNumber].includes(authorisation.corporateId ?? ''),
  );
  return named.length > 0 ? named : all;
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

async function view(
  context: ScaContext,
  authorisation: AuthorisationRecord,
  payments: readonly PaymentRecord[],
  trouble: Trouble | null,
  secret: string | null,
): Promise<View> {
  const customer =
    authorisation.customerId === null ? null : await context.stores.customers.byId(authorisation.customerId);
  const agreements = await agreementsFor(context, authorisation);
  const over = authorisation.endedAt !== null;
  const step = over
    ? 'ENDED'
    : customer === null
      ? 'IDENTIFY'
      : agreements.length > 1 && authorisation.agreementId === null
        ? 'AGREEMENT'
        : 'DECIDE';
  return {
    step,
    authorisation,
    payments,
    customer,
    agreements,
    tppName: await context.stores.tpps.name(authorisation.tppId),
    today: todayInOslo(context.now),
    trouble,
    returnTo: over ? returnAddress(authorisation) : null,
    secret,
  };
}

function proven(authorisation: AuthorisationRecord, { secret, formToken }: BrowserProof): boolean {
  return (
    matches(authorisation, secret) &&
    secret !== null &&
    formToken !== null &&
    same(formToken, formTokenOf(secret))
  );
}

function matches(authorisation: AuthorisationRecord, secret: string | null): boolean {
  return (
    secret !== null && authorisation.browserHash !== null && same(digest(secret), authorisation.browserHash)
  );
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
