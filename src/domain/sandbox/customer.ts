import { z } from 'zod';
import { text, withCheck } from '../fields/shared.ts';
import { opaqueId } from '../fields/shown.ts';
import { noDerivedFields, type RecordValue, viewOf } from '../fields/view.ts';
import { withRule } from './rules.ts';

const customerTypes = ['PRIVATE', 'CORPORATE'] as const;
export type CustomerType = (typeof customerTypes)[number];

export interface Customer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
}

export interface CustomerRecord extends Customer {
  readonly agreements: readonly AgreementSummary[];
  /** The ids (`resourceId`) of the accounts and card accounts. */
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
}

export const customerNumber = z
  .string()
  .regex(/^[0-9A-Za-z]{1,35}$/, 'must be 1 to 35 letters or digits')
  .meta({
    description: 'Number with which the PSU logs in: 1 to 35 letters or digits.',
    minLength: 1,
    maxLength: 35,
  });
export const customerName = text(1, 140).meta({ description: 'Name of the customer.' });
export const customerType = withCheck(z.string(), (value) =>
  /^(private|corporate)$/i.test(value) ? null : `must be ${customerTypes.join(' or ')}`,
).meta({
  description: 'PRIVATE or CORPORATE, in upper or lower case.',
  pattern: '^([Pp][Rr][Ii][Vv][Aa][Tt][Ee]|[Cc][Oo][Rr][Pp][Oo][Rr][Aa][Tt][Ee])$',
});

export const shownCustomerNumber = z.string().meta({ description: 'Number with which the PSU logs in.' });
const idList = z.array(opaqueId);

const agreementSummary = z
  .strictObject({
    id: opaqueId,
    name: z.string().meta({ description: 'Its name.' }),
    engagements: idList.meta({ description: 'Identifiers of its engagements.' }),
  })
  .meta({
    id: 'SandboxAgreementSummary',
    graphqlType: 'SandboxAgreement',
    description: 'An agreement of a customer: which PSU may act on which account.',
  });

export type AgreementSummary = RecordValue<z.output<typeof agreementSummary>>;

export const customerView = viewOf<CustomerRecord>()(
  z
    .strictObject({
      customerId: opaqueId,
      customerNumber: shownCustomerNumber,
      customerType: z
        .enum(customerTypes)
        .meta({ graphqlType: 'CustomerType', description: 'A person or a company.' }),
      customerName: z.string().meta({ description: 'Name of the customer.' }),
      agreements: z.array(agreementSummary).meta({ description: 'Agreements that the customer owns.' }),
      accounts: idList.meta({ description: 'Identifiers (resourceId) of the accounts.' }),
      cardAccounts: idList.meta({ description: 'Identifiers (resourceId) of the card accounts.' }),
    })
    .meta({ id: 'SandboxCustomer', description: 'A customer of the sandbox.' }),
  noDerivedFields,
);

/** `name` and `type` are the older names of `customerName` and `customerType`. */
export const customerBody = withRule(
  z.object({
    customerNumber,
    name: customerName.optional(),
    customerName: customerName.optional(),
    type: customerType.optional(),
    customerType: customerType.optional(),
  }),
  (value) => [
    ...aliasFaults(value, 'name', 'customerName', (name) => name),
    ...aliasFaults(value, 'type', 'customerType', upper),
  ],
).meta({ id: 'SandboxCustomerBody', description: 'A customer to create in the sandbox.' });

export type CustomerBody = z.infer<typeof customerBody>;

/** The body must have one of the two names. If it has both, their values must be the same. The schema refuses other values than texts. */
function aliasFaults(
  value: Readonly<Record<string, unknown>>,
  olderName: string,
  newerName: string,
  normalise: (text: string) => string,
) {
  const [older, newer] = [value[olderName], value[newerName]];
  if (older === undefined && newer === undefined) return [{ path: [olderName], text: 'is required' }];
  if (typeof older !== 'string' || typeof newer !== 'string') return [];
  if (normalise(older) === normalise(newer)) return [];
  return [{ path: [newerName], text: `must be the same as ${olderName}; send only one of the two` }];
}

const upper = (word: string) => word.toUpperCase();

/** The rule of `customerBody` guarantees a name and a type, so the empty texts are never used. */
export function customerOfBody(body: CustomerBody): Omit<Customer, 'customerId'> {
  return {
    customerNumber: body.customerNumber,
    customerName: body.customerName ?? body.name ?? '',
    customerType: upper(body.customerType ?? body.type ?? '') === 'CORPORATE' ? 'CORPORATE' : 'PRIVATE',
  };
}
