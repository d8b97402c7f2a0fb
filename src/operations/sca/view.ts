/** What a page shows of an authorisation: its current step, what it acts upon, who has logged in, what went wrong. */
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import type { SuggestedCustomer } from '../ports/directory.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { type CurrentStep, currentStep } from './current-step.ts';
import { returnAddress } from './finish.ts';
import { belongs, tokenFor } from './secrets.ts';
import type { StepContext } from './step-context.ts';

export interface PageView extends CurrentStep {
  readonly authorisation: AuthorisationRecord;
  readonly payments: readonly PaymentRecord[];
  readonly tppName: string;
  /** The TPP's day in Europe/Oslo. */
  readonly today: IsoDate;
  /** What went wrong with the last try, for the page to say. */
  readonly trouble: Trouble | null;
  /** Where the PSU may return to, once it has ended; null for a browser that did not have it at its end. */
  readonly returnTo: string | null;
  /** The secret for the browser's cookie, when it must be set again. */
  readonly secret: string | null;
  /** The token of the page's forms. */
  readonly formToken: string;
  readonly picks: readonly SuggestedCustomer[];
}

export type Trouble =
  | 'UNKNOWN_CUSTOMER'
  | 'WRONG_IDENTITY'
  | 'WRONG_TYPE'
  | 'LOGIN_CLOSED'
  | 'NO_AGREEMENT'
  | 'WRONG_CODE'
  | 'STALE_PAGE'
  | 'UNREACHABLE';

const picksAtMost = 8;

/** The result of a step: the authorisation after it, and what else the page shows. */
export interface StepResult {
  readonly authorisation: AuthorisationRecord;
  readonly trouble?: Trouble;
  readonly secret?: string;
}

/** `cookieSecret`: that of the browser's cookie. Only the browser that has, or at its end had, the authorisation returns to the TPP. */
export async function view(
  context: StepContext,
  { authorisation, trouble, secret }: StepResult,
  payments: readonly PaymentRecord[],
  cookieSecret: string | null,
): Promise<PageView> {
  const current = await currentStep(context, authorisation);
  const ours = belongs(authorisation, cookieSecret);
  return {
    ...current,
    authorisation,
    payments,
    tppName: context.tppName,
    today: todayInOslo(context.now),
    trouble: trouble ?? null,
    returnTo: current.step === 'ENDED' && ours ? returnAddress(authorisation) : null,
    secret: secret ?? null,
    formToken: tokenFor(authorisation, secret ?? cookieSecret ?? ''),
    picks:
      current.step === 'IDENTIFY' && context.settings.sandbox
        ? await picks(context, authorisation, payments)
        : [],
  };
}

function picks(
  { directory }: StepContext,
  { tppId, psuContext, identityNumber }: AuthorisationRecord,
  [payment]: readonly PaymentRecord[],
): Promise<readonly SuggestedCustomer[]> {
  const type = psuContext === 'PRIVATE' ? psuContext : null;
  return directory.suggest(tppId, { type, number: identityNumber }, payment, picksAtMost);
}
