import { z } from 'zod';
import { list } from '../fields/list.ts';
import {
  bbanText,
  code,
  differentAccountsFault,
  hasAccountNumber,
  ibanText,
  missingNumberFault,
  numbersAgree,
  text,
} from '../fields/shared.ts';
import { opaqueId } from '../fields/shown.ts';
import { noDerivedFields, viewOf } from '../fields/view.ts';
import { type AgreementSummary, customerNumber, shownCustomerNumber } from './customer.ts';
import { faultIf, withListRule } from './rules.ts';

export const engagementRoles = ['VIEW', 'REGISTER'] as const;
export type EngagementRole = (typeof engagementRoles)[number];

/** Name of the agreement that a private customer gets automatically. */
export const privateAgreementName = 'Private agreement';

export interface Agreement extends AgreementSummary {
  /** A customer number. */
  readonly owner: string;
}

export const agreementView = viewOf<Agreement>()(
  z
    .strictObject({
      id: opaqueId,
      owner: shownCustomerNumber,
      name: z.string().meta({ description: 'Name of the agreement.' }),
      engagements: z.array(opaqueId).meta({ description: 'Identifiers of its engagements.' }),
    })
    .meta({ id: 'SandboxAgreement', description: 'An agreement of a customer.' }),
  noDerivedFields,
);

export interface Engagement {
  readonly engagementId: string;
  readonly agreementId: string;
  /** Customer number of the PSU. */
  readonly customer: string;
  readonly bban: string | null;
  readonly iban: string | null;
  readonly roles: readonly EngagementRole[];
}

const engagedAccount = viewOf<Engagement>()(
  z
    .strictObject({
      bban: z.string().optional().meta({ description: 'Account number in national form.' }),
      iban: z.string().optional().meta({ description: 'ISO 13616 account number.' }),
    })
    .meta({ graphqlType: 'SandboxEngagedAccount', description: 'The account of an engagement.' }),
  noDerivedFields,
);

export const engagementView = viewOf<Engagement>()(
  z
    .strictObject({
      id: opaqueId,
      customer: shownCustomerNumber,
      account: engagedAccount.schema,
      roles: z
        .array(
          z
            .enum(engagementRoles)
            .meta({ graphqlType: 'EngagementRole', description: 'What a PSU may do with an account.' }),
        )
        .min(1)
        .meta({
          description: 'What the PSU may do with the account: VIEW to see it, REGISTER to pay from it.',
        }),
    })
    .meta({
      id: 'SandboxEngagement',
      description: 'What a PSU may do with an account of the owner of the agreement.',
    }),
  {
    id: ({ engagementId }) => engagementId,
    account: (engagement) => engagedAccount.write(engagement),
  },
);

const namedAccount = z
  .object({ bban: bbanText.optional(), iban: ibanText.optional() })
  .refine(hasAccountNumber, missingNumberFault)
  .refine(numbersAgree, differentAccountsFault)
  .meta({ graphqlType: 'SandboxEngagedAccount' });

export const engagementBody = z
  .object({
    customer: customerNumber.meta({ description: 'Customer number of the PSU who may act.' }),
    account: namedAccount.meta({ description: 'An account of the owner, identified by bban or iban.' }),
    roles: withListRule(
      list(code('EngagementRole', engagementRoles, 'What the PSU may do with the account.'), 1, 2),
      (roles) => faultIf(new Set(roles).size < roles.length, [], 'must not contain a role twice'),
    ).meta({
      uniqueItems: true,
      description:
        'What the PSU may do with the account: VIEW to see it, REGISTER to pay from it. Each role appears at most once.',
    }),
  })
  .meta({
    id: 'SandboxEngagementBody',
    description: 'A PSU, an account of the owner, and what the PSU may do with it.',
  });

const agreementFields = {
  name: text(1, 140).meta({ description: 'Name of the agreement.' }),
  engagements: list(engagementBody, 0, 100)
    .optional()
    .meta({ description: 'Engagements: which PSU may act on which account.' }),
};

export const agreementBody = z
  .object({
    owner: text(1, 64).meta({ description: 'The corporate customer: its customerNumber or customerId.' }),
    ...agreementFields,
  })
  .meta({ id: 'SandboxAgreementBody', description: 'An agreement of a corporate customer.' });

/** Has no `owner`, because a seed lists the agreement under its owner. */
export const seedAgreement = z.object(agreementFields).meta({
  id: 'SeedAgreement',
  description: 'An agreement, with the fields of POST /v1/sandbox/agreements.',
});

export type EngagementBody = z.infer<typeof engagementBody>;
export type AgreementBody = z.infer<typeof agreementBody>;
