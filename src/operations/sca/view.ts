/** What a page shows of an authorisation: its current step, what it acts upon, who has logged in, what went wrong. */
import type { Customer } from '../../domain/sandbox/customer.ts';
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import { type CurrentStep, currentStep } from './current-step.ts';
import { debtorAccounts } from './debtor.ts';
import { returnAddress } from './finish.ts';
import { belongs, tokenFor } from './secrets.ts';
import type { StepContext } from './step-context.ts';

/** What a page shows. */
export interface View extends CurrentStep {
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
  /** In a sandbox: customers to pick from, on the page that asks for one. */
  readonly picks: readonly CustomerToPick[];
}

interface CustomerToPick extends Customer {
  readonly ownsDebtorAccount: boolean;
}

export type Trouble =
  | 'UNKNOWN_CUSTOMER'
  | 'WRONG_IDENTITY'
  | 'WRONG_TYPE'
  | 'LOGIN_CLOSED'
  | 'NO_AGREEMENT'
  | 'WRONG_CODE'
  | 'STALE_PAGE'
  | 'PROVIDER_AWAY';

/** How many customers a sandbox offers. */
const picksAtMost = 8;

/** The result of a step: the authorisation after it, and what else the page shows. */
export interface Shown {
  readonly authorisation: AuthorisationRecord;
  readonly trouble?: Trouble;
  readonly secret?: string;
}

/** `cookieSecret`: that of the browser's cookie. Only the browser that has, or at its end had, the authorisation returns to the TPP. */
export async function view(
  context: StepContext,
  { authorisation, trouble, secret }: Shown,
  payments: readonly PaymentRecord[],
  cookieSecret: string | null,
): Promise<View> {
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
    picks: current.step === 'IDENTIFY' ? await picks(context, authorisation, payments) : [],
  };
}

/** The owner of the debtor account comes first: most others may not use it. */
async function picks(
  { stores, settings }: StepContext,
  { tppId, psuContext, identityNumber }: AuthorisationRecord,
  [payment]: readonly PaymentRecord[],
): Promise<readonly CustomerToPick[]> {
  if (!settings.sandbox) return [];
  const type = psuContext === 'PRIVATE' ? psuContext : null;
  const some = await stores.customers.some(tppId, { type, number: identityNumber }, picksAtMost);
  const accounts = payment ? await debtorAccounts(stores.customers, payment) : null;
  const holders = (accounts ?? []).map(({ holder }) => holder).filter((holder) => holder !== null);
  const owners = [...new Map(holders.map((holder) => [holder.customerId, holder])).values()]
    .filter(({ customerType }) => type === null || customerType === type)
    .filter(({ customerNumber }) => identityNumber === null || customerNumber === identityNumber);
  const others = some.filter(({ customerId }) => !owners.some((owner) => owner.customerId === customerId));
  return [
    ...owners.map((customer) => ({ ...customer, ownsDebtorAccount: true })),
    ...others.map((customer) => ({ ...customer, ownsDebtorAccount: false })),
  ].slice(0, picksAtMost);
}
