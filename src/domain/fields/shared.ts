/** Schemas that several fields share, for the checks, OpenAPI and the GraphQL types. */
import { z } from 'zod';
import { bbanWarning, checkBban, checkIban, mayBeOneAccount } from '../values/account-numbers.ts';
import { isBic } from '../values/bic.ts';
import { type CountryCode, countryCodes } from '../values/countries.ts';
import { type CurrencyCode, currencyCodes, currencyOrNull } from '../values/currencies.ts';
import { parseIsoDate } from '../values/iso-date.ts';
import { amountFault } from '../values/money.ts';
import { codePointLength, isStorable } from '../values/text.ts';

export const anyText = z.string().refine((value) => isStorable(value), {
  error: 'must not contain a NUL character or an unpaired surrogate',
  abort: true,
});

/** `min` and `max` are numbers of code points. */
export function text(min: number, max: number) {
  return anyText
    .refine(
      (value) => {
        const length = codePointLength(value);
        return length >= min && length <= max;
      },
      { error: min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters` },
    )
    .meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max });
}

/** `check` returns the text of the fault, or null. */
export function withCheck(schema: z.ZodString, check: (value: string) => string | null): z.ZodString {
  return schema.check((context) => {
    const faultText = check(context.value);
    if (faultText !== null) context.issues.push({ code: 'custom', message: faultText, input: context.value });
  });
}

/** A day in Europe/Oslo. */
export const isoDate = z
  .string()
  .refine((value) => parseIsoDate(value) !== null, {
    error: 'must be an existing date in the form YYYY-MM-DD',
  })
  .meta({ format: 'date' });

/** `name` is the name of the enum in GraphQL and OpenAPI. */
export function code<const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
  description: string,
) {
  return z.enum(values).meta({ id: name, description });
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A refinement over several fields runs even if fields have faults, so that all faults appear in one response. */
const alsoWithFieldFaults = {
  when: ({ value }: { readonly value: unknown }): boolean => isObject(value),
};

/** For a refinement over several fields. */
export const faultAt = (path: readonly string[], error: string) => ({
  path: [...path],
  error,
  ...alsoWithFieldFaults,
});

/** Warnings about valid values. `path` leads from the value to the field of the warning; undefined: it is about the whole value. */
export const warningRegistry = z.registry<{
  warn: (value: never) => string | null;
  path?: readonly PropertyKey[];
}>();

export const currencyCode = code(
  'CurrencyCode',
  currencyCodes as [CurrencyCode, ...CurrencyCode[]],
  'ISO 4217 alphabetic code, one of the 162 that the interface supports.',
);
export const countryCode = code(
  'CountryCode',
  countryCodes as [CountryCode, ...CountryCode[]],
  'ISO 3166-1 alpha-2 code of a country that the interface supports.',
);
// biome-ignore format: a table, in the order of the specification
const purposeCodes = [
  'INVS', 'SALA', 'IDCP', 'CASH', 'CORT', 'INTC', 'PENS',
  'SSBE', 'SUPP', 'TAXS', 'TREA', 'VATX', 'LOAN', 'OTHR',
] as const;
export const purposeCode = code(
  'PurposeCode',
  purposeCodes,
  'Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code.',
);

export const amount = z
  .object({
    amount: z.string().meta({
      description:
        'Decimal number as a string with exactly as many decimals as the currency has: "100.00" for NOK, "100" for JPY, "1.000" for KWD. At most 18 digits.',
      pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{2,3})?$',
    }),
    currency: currencyCode,
  })
  .superRefine(({ amount: digits, currency }: Readonly<Record<string, unknown>>, context) => {
    if (typeof digits !== 'string') return;
    const fault = amountFault(digits, currencyOrNull(currency));
    if (fault !== null) context.addIssue({ code: 'custom', path: ['amount'], message: fault, input: digits });
  }, alsoWithFieldFaults)
  .meta({ id: 'Amount', description: 'A sum of money in one currency.' });

export const bbanText = withCheck(z.string(), checkBban).meta({
  description:
    'Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING.',
  minLength: 1,
  maxLength: 30,
  pattern: '^[0-9A-Za-z]{1,30}$',
});
warningRegistry.add(bbanText, { warn: bbanWarning });

export const ibanText = withCheck(z.string(), checkIban).meta({
  description:
    'ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups.',
  maxLength: 34,
  pattern: '^[0-9A-Za-z]+( [0-9A-Za-z]+)*$',
});

export const bbanAccount = z.object({ bban: bbanText, currency: currencyCode }).meta({
  id: 'BbanAccount',
  graphqlType: 'AccountReference',
  description: 'An account identified by its BBAN.',
});

export const ibanAccount = z.object({ iban: ibanText, currency: currencyCode }).meta({
  id: 'IbanAccount',
  graphqlType: 'AccountReference',
  description: 'An account identified by its IBAN.',
});

export const hasAccountNumber = (value: Readonly<Record<string, unknown>>) =>
  value.bban !== undefined || value.iban !== undefined;
export const missingNumberFault = faultAt(['bban'], 'send bban, iban or both');

export const numbersAgree = ({ bban, iban }: Readonly<Record<string, unknown>>) =>
  typeof bban !== 'string' || typeof iban !== 'string' || mayBeOneAccount(bban, iban);
export const differentAccountsFault = faultAt(
  ['iban'],
  'does not belong to the same account as bban: a Norwegian IBAN must end in the BBAN',
);

export const account = z
  .object({ bban: bbanText.optional(), iban: ibanText.optional(), currency: currencyCode })
  .refine(hasAccountNumber, missingNumberFault)
  .refine(numbersAgree, differentAccountsFault)
  .meta({
    id: 'AnyAccount',
    graphqlType: 'AccountReference',
    description:
      'An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account.',
  });

export const otherIdentification = z
  .object({
    identification: text(1, 70).meta({ description: 'Identification of the card account.' }),
    schemeNameProprietary: code(
      'AccountScheme',
      ['creditCardAccount'],
      'Scheme of the identification. Only creditCardAccount is supported.',
    ),
  })
  .meta({
    id: 'OtherIdentification',
    description: 'Identification of an account that has no BBAN: a card account.',
  });

export const bbanOrCardAccount = z
  .object({ bban: bbanText.optional(), other: otherIdentification.optional(), currency: currencyCode })
  .refine(
    (value) => (value.bban === undefined) !== (value.other === undefined),
    faultAt(['bban'], 'send exactly one of bban and other'),
  )
  .meta({
    id: 'BbanOrCardAccount',
    graphqlType: 'AccountReference',
    description: 'An ordinary account in bban, or a card account in other. Send exactly one of the two.',
  });

const addressLines = {
  street: text(0, 70).optional().meta({ description: 'Street, at most 70 characters.' }),
  buildingNumber: anyText.optional().meta({ description: 'Number of the building.' }),
  postalCode: anyText.optional().meta({ description: 'Postal code.' }),
};

export const address = z
  .object({
    ...addressLines,
    city: anyText.optional().meta({ description: 'City or town.' }),
    country: countryCode,
  })
  .meta({
    id: 'PostalAddress',
    graphqlType: 'Address',
    description: 'Postal address.',
  });

export const bulkAddress = z
  .object({
    ...addressLines,
    city: anyText.optional().meta({
      description: 'City or town. Deprecated in a bulk payment: use townName.',
      deprecated: true,
    }),
    townName: anyText.optional().meta({ description: 'Town, in entries of a bulk payment only.' }),
    country: countryCode,
  })
  .meta({
    id: 'BulkPostalAddress',
    graphqlType: 'Address',
    description: 'Address of the creditor of a bulk payment entry.',
  });

export const remittance = z
  .object({
    reference: text(1, 35).meta({ description: 'Reference of the creditor: a KID, 1 to 35 characters.' }),
    referenceType: text(1, 35).optional().meta({
      description:
        'Type of the reference, 1 to 35 characters. For a KID send SCOR or leave it out; for an invoice send CINV.',
    }),
    referenceIssuer: text(1, 35)
      .optional()
      .meta({ description: 'Issuer of the reference, 1 to 35 characters.' }),
  })
  .meta({
    id: 'RemittanceInformationStructured',
    description: 'Structured remittance information, such as a KID.',
  });

export const creditorAgent = text(1, 35).meta({
  description: 'BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING.',
});
warningRegistry.add(creditorAgent, {
  warn: (value: string) =>
    isBic(value) ? null : 'is not a valid BIC (ISO 9362); the payment is accepted anyway',
});
