/** The PSU approves on the pages of this service, or on another site to which these pages redirect. */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import { chooseAgreement, type Decision, decide, identify, removeSpaces } from './acts.ts';
import { type Authentication, authenticationOnOwnPages } from './authentication.ts';
import { choosesLanguage, openPage } from './claim.ts';
import { readPayments, tppAddressOf } from './finish.ts';
import { type FormSender, findByLink } from './secrets.ts';
import { type StepsParts, tppTimeOf } from './step-context.ts';
import { createStepRunner } from './step-runner.ts';
import { endReasonNow } from './targets.ts';
import type { PageView } from './view.ts';

/** `scaRedirect` is the address at the other site. `returnState` identifies the PSU who returns from there. */
export interface PsuRedirect {
  readonly scaRedirect: string;
  readonly returnState: string;
}

/** A cookie identifies the browser that returns. It expires, because cookies of many payments would exceed the limit of headers. */
export interface PageRedirect extends PsuRedirect {
  readonly cookieSeconds: number;
}

/** `view` is null if the link is unknown. */
export interface PsuPage {
  readonly view: PageView | null;
  readonly redirect: PageRedirect | null;
}

export interface PsuReturn {
  readonly returnState: string;
  readonly linkToken: string;
  readonly secret: string;
  readonly query: URLSearchParams;
}

/** A page of this service, or the address to redirect to: that of the TPP, or that of the link if the PSU must still approve. */
export type PsuReturnResult =
  | { readonly linkToken: string; readonly view: PageView }
  | { readonly address: string };

export interface Approval {
  /** When the pages redirect the PSU to the other site: when the PSU opens the link, or by the form of the step LEAVE. */
  readonly redirects: 'NEVER' | 'WHEN_OPENED' | 'BY_FORM';
  open(linkToken: string, secret: string | null, language: PageLanguage | null): Promise<PsuPage>;
  /** For HEAD, which scanners of mails send. Whether the authorisation has ended or must end. Takes no lock. null: the link is unknown. */
  isOver(linkToken: string): Promise<boolean | null>;
  /** null: the link is unknown. */
  identify(linkToken: string, sender: FormSender, customerNumber: string): Promise<PageView | null>;
  chooseAgreement(linkToken: string, sender: FormSender, agreementId: string): Promise<PageView | null>;
  decide(linkToken: string, sender: FormSender, decision: Decision): Promise<PageView | null>;
  /** Sends the PSU to the other site. */
  leave(linkToken: string, sender: FormSender): Promise<PsuPage>;
  /** null: the state is unknown, or belongs to another browser. */
  receiveReturn(psuReturn: PsuReturn): Promise<PsuReturnResult | null>;
}

export interface ApprovalParts extends Omit<StepsParts, 'authentication'> {
  readonly authentication?: Authentication;
}

export function createOwnApproval({
  authentication = authenticationOnOwnPages,
  ...sharedParts
}: ApprovalParts): Approval {
  const parts = { ...sharedParts, authentication };
  const { runUnlocked, runLocked, submitForm } = createStepRunner(parts);
  return {
    redirects: 'NEVER',
    async isOver(linkToken) {
      const authorisation = await findByLink(parts.work, linkToken);
      if (authorisation === null) return null;
      const { endedAt, tppId } = authorisation;
      const payments = await readPayments(parts.work.of(tppId).stores, authorisation);
      const reason = endReasonNow({ now: tppTimeOf(parts, authorisation) }, authorisation, payments);
      return endedAt !== null || reason !== null;
    },
    async open(linkToken, secret, language) {
      const authorisation = await findByLink(parts.work, linkToken);
      if (authorisation === null) return { view: null, redirect: null };
      const act = openPage(secret, language);
      // `unlockedView` is null if something must be stored: the language, or that the authorisation has ended. `runLocked` then stores it.
      const unlockedView = choosesLanguage(authorisation, secret, language)
        ? null
        : await runUnlocked(authorisation, secret, act);
      return { view: unlockedView ?? (await runLocked(linkToken, secret, act)), redirect: null };
    },
    identify: (linkToken, sender, customerNumber) =>
      submitForm(linkToken, sender, identify(sender, customerNumber), {
        customerNumber: removeSpaces(customerNumber),
      }),
    async chooseAgreement(linkToken, sender, agreementId) {
      const pageView = await submitForm(linkToken, sender, chooseAgreement(sender, agreementId), {
        asksForRights: authentication.agreementCompletesApproval,
        agreementId,
      });
      return pageView && awaitPaymentEnd(parts, pageView);
    },
    async decide(linkToken, sender, decision) {
      const pageView = await submitForm(linkToken, sender, decide(sender, decision), {
        asksForRights: decision.approve,
        needsBank: decision.approve,
      });
      return pageView && awaitPaymentEnd(parts, pageView);
    },
    // The door calls `leave` only if `redirects` is BY_FORM, and `receiveReturn` only if it is not NEVER.
    leave: async () => ({ view: null, redirect: null }),
    receiveReturn: async () => null,
  };
}

/** Waits for the end of an approved instant payment. If the bank rejects the payment, the end reason becomes PAYMENT_FAILED. */
export async function awaitPaymentEnd(parts: StepsParts, view: PageView): Promise<PageView> {
  const { authorisation, payments } = view;
  const [payment] = payments;
  if (authorisation.kind !== 'PAYMENT' || authorisation.endReason !== 'APPROVED' || payment === undefined)
    return view;
  const mayHaveChanged = await parts.bank.awaitEnd(payment, productOf(payment.product));
  if (!mayHaveChanged) return view;
  const { stores } = parts.work.of(payment.tppId);
  const currentPayment = (await stores.payments.find(payment.tppId, payment.paymentId)) ?? payment;
  if (currentPayment.status !== 'RJCT') return { ...view, payments: [currentPayment] };
  const change = { endReason: 'PAYMENT_FAILED' } as const;
  await stores.authorisations.update(authorisation.authorisationId, change);
  const endedAuthorisation = { ...authorisation, ...change };
  const returnTo = view.returnTo === null ? null : tppAddressOf(endedAuthorisation);
  return { ...view, authorisation: endedAuthorisation, payments: [currentPayment], returnTo };
}
