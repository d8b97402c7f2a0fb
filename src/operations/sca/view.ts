/** What a page shows of an authorisation: where it stands, what it acts upon, who has logged in, what went wrong. */
import { type IsoDate, todayInOslo } from '../../domain/values/calendar.ts';
import type { AgreementChoice, AuthorisationRecord, CustomerIdentity, PaymentRecord } from '../ports.ts';
import { returnAddress } from './finish.ts';
import type { ScaContext } from './targets.ts';

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

export async function view(
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

/** The corporate agreements to choose from: the one that PSU-Corporate-ID names, else all of the customer's. */
export async function agreementsFor(
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
