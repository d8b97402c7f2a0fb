/** How PSUs log in and approve: on the pages of this service, or on another site to which these pages redirect. */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import { productOf } from '../../domain/payments/products/list.ts';
import type { TargetedAuthorisation } from '../ports/stores.ts';
import { choose, type Decision, decide, identify, removeSpaces } from './acts.ts';
import type { Authentication } from './authentication.ts';
import { choosesLanguage, openPage } from './claim.ts';
import { authenticationOnOwnPages } from './current-step.ts';
import { readPayments, tppAddressOf } from './finish.ts';
import { type FormSender, findByLink } from './secrets.ts';
import { type StepsParts, tppTimeOf } from './step-context.ts';
import { createStepRunner } from './step-runner.ts';
import { endReasonNow } from './targets.ts';
import type { PageView } from './view.ts';

/** `returnState` identifies the PSU who returns from the other site. */
export interface PsuRedirect {
  readonly scaRedirect: string;
  readonly returnState: string;
  /** How long the browser keeps the cookie that identifies the browser; absent: until the browser is closed. */
  readonly cookieSeconds?: number;
}

/** `view` is null if the link is unknown. */
export interface PsuPage {
  readonly view: PageView | null;
  readonly redirect: PsuRedirect | null;
}

export interface PsuReturn {
  readonly returnState: string;
  /** The link token in the browser's cookie. */
  readonly linkToken: string;
  /** The secret in the browser's cookie. */
  readonly secret: string;
  readonly query: URLSearchParams;
}

/** The page to show, or the address to which to redirect the PSU. */
export type PsuReturnResult =
  | { readonly linkToken: string; readonly view: PageView }
  | { readonly address: string };

/** The state of a link, for clients that only inspect it, such as mail scanners. */
export interface LinkInspection {
  readonly authorisation: TargetedAuthorisation;
  readonly isOver: boolean;
}

export interface Approval {
  /** When these pages redirect PSUs to another site. */
  readonly redirects: 'NEVER' | 'WHEN_OPENED' | 'BY_FORM';
  /** `secret` comes from the browser's cookie. */
  open(linkToken: string, secret: string | null, language: PageLanguage | null): Promise<PsuPage>;
  /** Takes no lock and changes nothing; null: the link is unknown. */
  inspect(linkToken: string): Promise<LinkInspection | null>;
  /** `identify`, `chooseAgreement` and `decide` are the forms of the page. They return null if the link is unknown. */
  identify(linkToken: string, sender: FormSender, customerNumber: string): Promise<PageView | null>;
  chooseAgreement(linkToken: string, sender: FormSender, agreementId: string): Promise<PageView | null>;
  decide(linkToken: string, sender: FormSender, decision: Decision): Promise<PageView | null>;
  /** Redirects the PSU to the other site. */
  leave(linkToken: string, sender: FormSender): Promise<PsuPage>;
  /** The PSU returns from the other site. null: the state is unknown, or belongs to another browser. */
  receiveReturn(psuReturn: PsuReturn): Promise<PsuReturnResult | null>;
}

export interface ApprovalParts extends Omit<StepsParts, 'authentication'> {
  /** By default PSUs authenticate on the page. */
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
    async inspect(linkToken) {
      const authorisation = await findByLink(parts.work, linkToken);
      if (authorisation === null) return null;
      const { endedAt, tppId } = authorisation;
      const payments = await readPayments(parts.work.of(tppId).stores, authorisation);
      const reason = endReasonNow({ now: tppTimeOf(parts, authorisation) }, authorisation, payments);
      return { authorisation, isOver: endedAt !== null || reason !== null };
    },
    async open(linkToken, secret, language) {
      const authorisation = await findByLink(parts.work, linkToken);
      if (authorisation === null) return { view: null, redirect: null };
      const act = openPage(secret, language);
      // null: the language must be stored or the authorisation must end, and both need a transaction.
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
      const pageView = await submitForm(linkToken, sender, choose(sender, agreementId), {
        asksForRights: authentication.agreementCompletesApproval,
        agreementId,
      });
      return pageView && awaitPaymentEnd(parts, pageView);
    },
    async decide(linkToken, sender, decision) {
      const pageView = await submitForm(linkToken, sender, decide(sender, decision), {
        asksForRights: decision.approve,
      });
      return pageView && awaitPaymentEnd(parts, pageView);
    },
    leave: async () => ({ view: null, redirect: null }),
    receiveReturn: async () => null,
  };
}

/**
 * Waits a while for the end of an instant payment that was just approved. If the bank rejects the payment, stores
 * PAYMENT_FAILED as the reason for which the authorisation has ended. Returns the view with what has changed.
 */
export async function awaitPaymentEnd(parts: StepsParts, view: PageView): Promise<PageView> {
  const { authorisation, payments } = view;
  const [payment] = payments;
  if (authorisation.kind !== 'PAYMENT' || authorisation.endReason !== 'APPROVED' || payment === undefined)
    return view;
  if (!(await parts.bank.awaitEnd(payment, productOf(payment.product)))) return view;
  const { stores } = parts.work.of(payment.tppId);
  const currentPayment = (await stores.payments.find(payment.tppId, payment.paymentId)) ?? payment;
  if (currentPayment.status !== 'RJCT') return { ...view, payments: [currentPayment] };
  const change = { endReason: 'PAYMENT_FAILED' } as const;
  await stores.authorisations.update(authorisation.authorisationId, change);
  const endedAuthorisation = { ...authorisation, ...change };
  const returnTo = view.returnTo === null ? null : tppAddressOf(endedAuthorisation);
  return { ...view, authorisation: endedAuthorisation, payments: [currentPayment], returnTo };
}
