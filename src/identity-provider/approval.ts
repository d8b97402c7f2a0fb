/**
 * The steps of a PSU whom an identity provider authenticates: they leave the SCA page, and come back. Each is two short
 * transactions around the calls to the provider, none of which is open meanwhile. Start at `createProviderApproval`.
 */

import { linkLifetimeMs } from '../domain/authorisations/authorisation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AuthorisationRecord, Stores } from '../operations/ports/stores.ts';
import {
  type Approval,
  type ApprovalParts,
  afterApproval,
  approvalHere,
  type PsuRedirect,
} from '../operations/sca/approval.ts';
import { currentStep } from '../operations/sca/current-step.ts';
import { createLockedSteps } from '../operations/sca/locked.ts';
import { type BrowserProof, belongs, digest, matches } from '../operations/sca/secrets.ts';
import type { View } from '../operations/sca/view.ts';
import { authenticationByProvider } from './authentication.ts';
import { type CheckFailed, conclude } from './conclude.ts';
import { paymentDetails } from './payment-details.ts';
import type { AuthenticationQuestion, IdentityProvider, RequestSecrets } from './ports.ts';

export interface ProviderApprovalParts extends ApprovalParts {
  readonly provider: IdentityProvider;
  /** Is told which check an answer has failed. */
  readonly checkFailed: (failed: CheckFailed) => void;
}

interface OpenRequest extends RequestSecrets {
  readonly leftAt: number;
}

export function createProviderApproval(given: ProviderApprovalParts): Approval {
  const parts = { ...given, authentication: authenticationByProvider(given.settings.publicUrl) };
  const { provider, clock } = parts;
  const { locked, step } = createLockedSteps(parts);

  /** What the PSU is to approve at the provider; null where the page has another step. */
  async function ask(linkToken: string, proof: BrowserProof) {
    const asked: { question: AuthenticationQuestion | null } = { question: null };
    const view = await step(linkToken, proof, async (context, live, payments) => {
      const { publicUrl } = context.settings;
      const leaves = (await currentStep(context, live)).step === 'LEAVE';
      asked.question = leaves
        ? { details: paymentDetails(live.kind, payments, publicUrl), language: live.language }
        : null;
      return { authorisation: live };
    });
    return { view, ...asked };
  }

  return {
    ...approvalHere(parts),
    leaves: 'BY_FORM',
    async leave(linkToken, proof) {
      const { view, question } = await ask(linkToken, proof);
      if (view === null || question === null) return { view, redirect: null };
      const begun = await unlessAway(provider.begin(question));
      if (begun === null) return { view: away(view), redirect: null };
      const left = { redirect: null as PsuRedirect | null };
      const now = await step(linkToken, proof, async (context, live) => {
        left.redirect = null;
        if ((await currentStep(context, live)).step === 'LEAVE') {
          await context.stores.authenticationRequests.put({
            ...begun.secrets,
            authorisationId: live.authorisationId,
            tppId: live.tppId,
            stateHash: digest(begun.state),
            leftAt: clock(),
            usedAt: null,
            idToken: null,
            details: null,
          });
          left.redirect = {
            scaRedirect: begun.address,
            returnState: begun.state,
            knownSeconds: linkLifetimeMs / 1_000,
          };
        }
        return { authorisation: live };
      });
      return { view: now, ...left };
    },

    async comeBack({ returnState, secret, query }) {
      const { read } = parts.work;
      const named = await read.authenticationRequests.withState(digest(returnState));
      const known = named && (await read.authorisations.find(named.tppId, named.authorisationId));
      if (known === null || !belongs(known, secret)) return null;
      const { linkToken } = known;
      const taken = { request: null as OpenRequest | null };
      const before = await locked(linkToken, secret, async ({ stores }, live) => {
        taken.request = matches(live, secret) ? await take(stores, live, digest(returnState), clock()) : null;
        return { authorisation: live };
      });
      const { request } = taken;
      if (before === null || request === null) return before && { view: before, linkToken };
      const answer = await unlessAway(
        provider.finish({ ...request, query: query.toString(), state: returnState }),
      );
      if (answer === null) return { view: away(before), linkToken };
      const expected = { acrValues: provider.acrValues, leftAt: request.leftAt, now: clock() };
      const customerNumber = answer.result === 'AUTHENTICATED' ? answer.customerNumber : null;
      const view = await locked(
        linkToken,
        secret,
        async (context, live, payments) =>
          matches(live, secret)
            ? conclude({ answer, expected, secret, checkFailed: parts.checkFailed })(context, live, payments)
            : { authorisation: live },
        customerNumber === null ? {} : { customerNumber, rights: true },
      );
      return view && { view: await afterApproval(parts, view), linkToken };
    },
  };
}

/** Takes the secrets of the request with this state, once: under the lock of its authorisation. */
async function take(
  { authenticationRequests }: Stores,
  { authorisationId }: AuthorisationRecord,
  stateHash: string,
  usedAt: number,
): Promise<OpenRequest | null> {
  const request = await authenticationRequests.find(authorisationId);
  if (request === null || request.stateHash !== stateHash) return null;
  const { nonce, codeVerifier, leftAt } = request;
  if (nonce === null || codeVerifier === null) return null;
  await authenticationRequests.update(authorisationId, { usedAt, nonce: null, codeVerifier: null });
  return { nonce, codeVerifier, leftAt };
}

/** null: the provider cannot answer now, which leaves the link as it was. */
async function unlessAway<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'UNAVAILABLE') return null;
    throw error;
  }
}

const away = (view: View): View => ({ ...view, trouble: 'UNREACHABLE' });
