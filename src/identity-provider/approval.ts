/** Sends the PSU to the provider and takes the PSU back, with a short transaction before and after each call to the provider. */
import { LRUCache } from 'lru-cache';
import { scaLinkLifetimeMs } from '../domain/authorisations/authorisation.ts';
import { hasRequestedDetails } from '../domain/authorisations/grant.ts';
import { Refusal } from '../domain/refusal.ts';
import { BankRefusal } from '../operations/ports/bank.ts';
import type { AuthorisationRecord, Stores } from '../operations/ports/stores.ts';
import {
  type Approval,
  type ApprovalParts,
  awaitPaymentEnd,
  createOwnApproval,
  type PsuPage,
  type PsuReturn,
  type PsuReturnResult,
} from '../operations/sca/approval.ts';
import type { Authentication } from '../operations/sca/authentication.ts';
import { findCurrentStep } from '../operations/sca/current-step.ts';
import {
  belongsToBrowser,
  digest,
  type FormSender,
  findByLink,
  isClaimedBy,
} from '../operations/sca/secrets.ts';
import type { StepsParts } from '../operations/sca/step-context.ts';
import { createStepRunner, type StepRunner } from '../operations/sca/step-runner.ts';
import type { PageView } from '../operations/sca/view.ts';
import { conclude, type FailedCheck } from './conclude.ts';
import { buildPaymentDetails } from './payment-details.ts';
import { authenticationRequestStore, type IdentityProvider, type RequestSecrets } from './ports.ts';

interface ProviderApprovalParts extends ApprovalParts {
  readonly provider: IdentityProvider;
  readonly onFailedCheck: (failure: FailedCheck) => void;
}

type PartsWithRunner = ProviderApprovalParts &
  StepsParts & { readonly stepRunner: StepRunner; readonly limitRequests: (authorisationId: string) => void };

/** The stored values of an authentication request that the service needs when the PSU returns. */
interface UsedRequest extends RequestSecrets {
  readonly leftAt: number;
}

export function createProviderApproval(approvalParts: ProviderApprovalParts): Approval {
  const authentication = authenticationByProvider(approvalParts.settings.publicUrl);
  const stepsParts = { ...approvalParts, authentication };
  const stepRunner = createStepRunner(stepsParts);
  const parts = { ...stepsParts, stepRunner, limitRequests: createRequestLimit() };
  return {
    ...createOwnApproval(parts),
    redirects: 'BY_FORM',
    leave: (linkToken, sender) => leave(parts, linkToken, sender),
    receiveReturn: (psuReturn) => receiveReturn(parts, psuReturn),
  };
}

/** More requests of one link would flood the provider, and their cookies would exceed the limit of headers. */
const requestsPerLink = 10;

/** The returned function throws at a request above the limit. */
function createRequestLimit() {
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: scaLinkLifetimeMs });
  return (authorisationId: string): void => {
    const count = (counts.get(authorisationId) ?? 0) + 1;
    counts.set(authorisationId, count);
    if (count > requestsPerLink)
      throw new BankRefusal('ACCESS_EXCEEDED', [], { retryAfterSeconds: scaLinkLifetimeMs / 1_000 });
  };
}

const authenticationByProvider = (publicUrl: string): Authentication => ({
  // The PSU approves at the provider. After the return, a PSU with several agreements chooses one.
  findStep: ({ mustChooseAgreement }) => (mustChooseAgreement ? 'AGREEMENT' : 'LEAVE'),
  agreementCompletesApproval: true,
  async hasAlreadyApproved(stores, { authorisationId, kind }, payments) {
    const request = await stores.get(authenticationRequestStore).find(authorisationId);
    if (!request?.grantedDetails) return false;
    return hasRequestedDetails(request.grantedDetails, buildPaymentDetails(kind, payments, publicUrl));
  },
  discardApproval: (stores, authorisationId) =>
    stores.get(authenticationRequestStore).delete(authorisationId),
});

async function leave(parts: PartsWithRunner, linkToken: string, sender: FormSender): Promise<PsuPage> {
  const { stepRunner, provider, clock, settings, limitRequests } = parts;
  // This transaction only claims the authorisation for the browser and finds the current step.
  const view = await stepRunner.submitForm(linkToken, sender, async (_, authorisation) => ({
    authorisation,
  }));
  if (view === null || !mayLeave(view)) return { view, redirect: null };
  const { authorisationId, kind, language } = view.authorisation;
  limitRequests(authorisationId);
  const requestedDetails = buildPaymentDetails(kind, view.payments, settings.publicUrl);
  const providerRequest = await nullIfUnavailable(provider.begin({ details: requestedDetails, language }));
  if (providerRequest === null) return { view: addUnreachableTrouble(view), redirect: null };
  const { address, state, secrets } = providerRequest;
  // During the call, another tab may have taken another step.
  const viewAfter = await stepRunner.submitForm(linkToken, sender, async (context, authorisation) => {
    if ((await findCurrentStep(context, authorisation)).step === 'LEAVE')
      await context.stores.get(authenticationRequestStore).put({
        ...secrets,
        authorisationId,
        tppId: authorisation.tppId,
        stateHash: digest(state),
        leftAt: clock(),
        usedAt: null,
        idToken: null,
        grantedDetails: null,
      });
    return { authorisation };
  });
  if (viewAfter === null || !mayLeave(viewAfter)) return { view: viewAfter, redirect: null };
  const cookieSeconds = scaLinkLifetimeMs / 1_000;
  return { view: viewAfter, redirect: { scaRedirect: address, returnState: state, cookieSeconds } };
}

/** `submitForm` sets `trouble` if the form was not from the page of this browser. */
const mayLeave = ({ step, trouble }: PageView): boolean => step === 'LEAVE' && trouble === null;

async function receiveReturn(
  parts: PartsWithRunner,
  { returnState, linkToken, secret, query }: PsuReturn,
): Promise<PsuReturnResult | null> {
  const { stepRunner, provider, clock, onFailedCheck } = parts;
  const stateHash = digest(returnState);
  const authorisationBefore = await findByLink(parts.work, linkToken);
  if (authorisationBefore === null || !belongsToBrowser(authorisationBefore, secret)) return null;
  // `request` stays null if the authorisation has ended, because `runLocked` then calls nothing. It also stays null if another browser has
  // claimed the authorisation, or if `useRequest` returns null.
  let request = null as UsedRequest | null;
  const viewBefore = await stepRunner.runLocked(linkToken, secret, async ({ stores }, authorisation) => {
    request = isClaimedBy(authorisation, secret)
      ? await useRequest(stores, authorisation, stateHash, clock())
      : null;
    return { authorisation };
  });
  if (viewBefore === null) return null;
  if (request === null) return { view: viewBefore, linkToken };
  const answer = await nullIfUnavailable(
    provider.finish({ ...request, query: query.toString(), state: returnState }),
  );
  if (answer === null) return { view: addUnreachableTrouble(viewBefore), linkToken };
  const expectation = { acrValues: provider.acrValues, sentAt: request.leftAt, now: clock() };
  const customerNumber = answer.result === 'AUTHENTICATED' ? answer.customerNumber : null;
  const act = conclude({ answer, expectation, browserSecret: secret, onFailedCheck });
  const questionsToBank = customerNumber === null ? {} : { customerNumber, asksForRights: true };
  // During the call, another browser may have claimed the authorisation.
  const view = await stepRunner.runLocked(
    linkToken,
    secret,
    async (context, authorisation, payments) =>
      isClaimedBy(authorisation, secret) ? act(context, authorisation, payments) : { authorisation },
    questionsToBank,
  );
  return view && { view: await awaitPaymentEnd(parts, view), linkToken };
}

/** Call it while the authorisation is locked. Deletes the stored secrets. null: an earlier return used them, or a newer request exists. */
async function useRequest(
  stores: Stores,
  { authorisationId }: AuthorisationRecord,
  stateHash: string,
  usedAt: number,
): Promise<UsedRequest | null> {
  const requests = stores.get(authenticationRequestStore);
  const request = await requests.find(authorisationId);
  if (request === null || request.stateHash !== stateHash) return null;
  const { nonce, codeVerifier, leftAt } = request;
  if (nonce === null || codeVerifier === null) return null;
  await requests.update(authorisationId, { usedAt, nonce: null, codeVerifier: null });
  return { nonce, codeVerifier, leftAt };
}

/** null: the provider is not available. The PSU may try again with the same link. */
async function nullIfUnavailable<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'UNAVAILABLE') return null;
    throw error;
  }
}

const addUnreachableTrouble = (view: PageView): PageView => ({ ...view, trouble: 'UNREACHABLE' });
