/* eslint-disable */
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A date-time string at UTC, such as 2007-12-03T10:15:30Z, compliant with the `date-time` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar.This scalar is serialized to a string in ISO 8601 format and parsed from a string in ISO 8601 format. */
  DateTime: { input: string; output: string; }
  /** A local date string (i.e., with no associated timezone) in `YYYY-MM-DD` format, e.g. `2020-01-01` (ISO 8601). */
  LocalDate: { input: string; output: string; }
};

/** Scheme of the identification; creditCardAccount is the only one (specification 4.5). */
export type AccountScheme =
  /** A credit card account (specification 4.5). */
  | 'creditCardAccount';

/** How far the sandbox clock moves: exactly one of by and to, at most five years, never back (contract 8). */
export type AdvanceSandboxClockInput = {
  /** ISO 8601 duration such as P1D or PT6H, counted by the calendar in Oslo. */
  by?: InputMaybe<Scalars['String']['input']>;
  /** The time to go to (contract 8). */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A sum of money in one currency (specification 2.1). */
export type AmountInput = {
  /** Decimal number as a string with exactly the minor units of the currency: "100.00" NOK, "100" JPY, "1.000" KWD; at most 18 digits (specification 2.1). */
  amount: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** An account named by its BBAN, its IBAN or both (specification 2.1, 4.4). */
export type AnyAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING (specification 2.1). */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** ISO 13616 account number with valid check digits, at most 34 characters, single spaces between groups among them. */
  iban?: InputMaybe<Scalars['String']['input']>;
};

/** What the PSU does in the simulated bank app (contract 5). */
export type AuthorisationOutcome =
  /** Approves (contract 5). */
  | 'APPROVE'
  /** Does nothing until the time is up (contract 5). */
  | 'EXPIRE'
  /** Rejects (contract 5). */
  | 'REJECT';

/** An account named by its BBAN (specification 4.5, 4.6). */
export type BbanAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING (specification 2.1). */
  bban: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** An ordinary account by BBAN or a card account by `other`, exactly one of them (specification 4.5). */
export type BbanOrCardAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING (specification 2.1). */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** Identification of an account that has no BBAN: a card account (specification 4.5). */
  other?: InputMaybe<OtherIdentificationInput>;
};

/** Which transactions to read (specification 4.7); nothing is ever pending in the sandbox. */
export type BookingStatus =
  /** Booked transactions (specification 4.7). */
  | 'booked'
  /** Booked and pending transactions (specification 4.7). */
  | 'both'
  /** Reserved, not yet booked (specification 4.7). */
  | 'pending';

/** One transfer of a bulk payment (specification 4.6). */
export type BulkPaymentEntryInput = {
  /** An account named by its BBAN (specification 4.5, 4.6). */
  creditorAccount: BbanAccountInput;
  /** Address of the creditor of a bulk payment entry (specification 2.2). */
  creditorAddress: BulkPostalAddressInput;
  /** Name of the creditor, at most 70 characters (specification 4.6). */
  creditorName: Scalars['String']['input'];
  /** Name of the debtor, at most 70 characters (specification 4.6). */
  debtorName?: InputMaybe<Scalars['String']['input']>;
  /** Reference that follows the payment to the creditor, at most 35 characters (specification 4.6). */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /**
   * Structured reference; to be replaced by remittanceInformationStructuredArray (specification 9, 1.16.2).
   * @deprecated Structured reference; to be replaced by remittanceInformationStructuredArray (specification 9, 1.16.2).
   */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references, the list form that replaces the single object (specification 4.6). */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.6). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** Address of the creditor of a bulk payment entry (specification 2.2). */
export type BulkPostalAddressInput = {
  /** Number of the building (specification 4.6). */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /**
   * City or town; deprecated in a bulk payment, use townName (specification 2.2).
   * @deprecated City or town; deprecated in a bulk payment, use townName (specification 2.2).
   */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
  country: CountryCode;
  /** Postal code (specification 4.6). */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** Street, at most 70 characters (specification 4.6). */
  street?: InputMaybe<Scalars['String']['input']>;
  /** Town, in entries of a bulk payment only (specification 4.6). */
  townName?: InputMaybe<Scalars['String']['input']>;
};

/** The payment to cancel (contract 6). */
export type CancelPaymentInput = {
  /** The payment (specification 2.4). */
  paymentId: Scalars['String']['input'];
};

/** An amount of a card transaction: a whole number (specification 2.8). */
export type CardAmountInput = {
  /** The amount as a whole number, 32 bits (specification 2.8). */
  amount: Scalars['Int']['input'];
  /** Currency, three capital letters (specification 2.8). */
  currency: Scalars['String']['input'];
};

/** A transaction on a card account (specification 2.8). */
export type CardTransactionInput = {
  /** Day of the booking: today or before, not after the value date (specification 2.8). */
  bookingDate: Scalars['LocalDate']['input'];
  /** Address of the creditor (specification 2.2). */
  cardAcceptorAddress: PostalAddressInput;
  /** The merchant; may be empty (specification 2.8). */
  cardAcceptorId: Scalars['String']['input'];
  /** Id of the transaction, unique on the card account (specification 2.8). */
  cardTransactionId: Scalars['String']['input'];
  /** Exchange behind a card transaction (specification 2.8). */
  currencyExchange?: InputMaybe<CurrencyExchangeInput>;
  /** Whether the transaction has been invoiced (specification 2.8). */
  invoiced: Scalars['Boolean']['input'];
  /** Number of the card with its middle digits hidden. May be empty (specification 2.8). */
  maskedPan: Scalars['String']['input'];
  /** Category of the merchant (specification 2.8). */
  merchantCategoryCode: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number (specification 2.8). */
  originalAmount: CardAmountInput;
  /** The bank's own code; may be empty (specification 2.8). */
  proprietaryBankTransactionCode: Scalars['String']['input'];
  /** Terminal; may be empty (specification 2.8). */
  terminalId: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number (specification 2.8). */
  transactionAmount: CardAmountInput;
  /** Day of the purchase; the value date where valueDate is absent (specification 2.8). */
  transactionDate: Scalars['LocalDate']['input'];
  /** Text of the transaction; may be empty (specification 2.8). */
  transactionDetails: Scalars['String']['input'];
  /** Value date, where it is not the transactionDate: today or before (specification 2.8). */
  valueDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

/** How the PSU answers an authorisation, without a browser (contract 5). */
export type CompleteAuthorisationInput = {
  /** The authorisation (contract 5). */
  authorisationId: Scalars['String']['input'];
  /** Who approves; the session's customer, the debtor account's holder or the first private customer when absent (contract 5). */
  customerNumber?: InputMaybe<Scalars['String']['input']>;
  /** What the PSU does (contract 5). */
  outcome: AuthorisationOutcome;
};

/** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
export type CountryCode =
  /** The country AD of ISO 3166-1. */
  | 'AD'
  /** The country AE of ISO 3166-1. */
  | 'AE'
  /** The country AF of ISO 3166-1. */
  | 'AF'
  /** The country AG of ISO 3166-1. */
  | 'AG'
  /** The country AI of ISO 3166-1. */
  | 'AI'
  /** The country AL of ISO 3166-1. */
  | 'AL'
  /** The country AM of ISO 3166-1. */
  | 'AM'
  /** The country AO of ISO 3166-1. */
  | 'AO'
  /** The country AQ of ISO 3166-1. */
  | 'AQ'
  /** The country AR of ISO 3166-1. */
  | 'AR'
  /** The country AS of ISO 3166-1. */
  | 'AS'
  /** The country AT of ISO 3166-1. */
  | 'AT'
  /** The country AU of ISO 3166-1. */
  | 'AU'
  /** The country AW of ISO 3166-1. */
  | 'AW'
  /** The country AX of ISO 3166-1. */
  | 'AX'
  /** The country AZ of ISO 3166-1. */
  | 'AZ'
  /** The country BA of ISO 3166-1. */
  | 'BA'
  /** The country BB of ISO 3166-1. */
  | 'BB'
  /** The country BD of ISO 3166-1. */
  | 'BD'
  /** The country BE of ISO 3166-1. */
  | 'BE'
  /** The country BF of ISO 3166-1. */
  | 'BF'
  /** The country BG of ISO 3166-1. */
  | 'BG'
  /** The country BH of ISO 3166-1. */
  | 'BH'
  /** The country BI of ISO 3166-1. */
  | 'BI'
  /** The country BJ of ISO 3166-1. */
  | 'BJ'
  /** The country BL of ISO 3166-1. */
  | 'BL'
  /** The country BM of ISO 3166-1. */
  | 'BM'
  /** The country BN of ISO 3166-1. */
  | 'BN'
  /** The country BO of ISO 3166-1. */
  | 'BO'
  /** The country BQ of ISO 3166-1. */
  | 'BQ'
  /** The country BR of ISO 3166-1. */
  | 'BR'
  /** The country BS of ISO 3166-1. */
  | 'BS'
  /** The country BT of ISO 3166-1. */
  | 'BT'
  /** The country BV of ISO 3166-1. */
  | 'BV'
  /** The country BW of ISO 3166-1. */
  | 'BW'
  /** The country BY of ISO 3166-1. */
  | 'BY'
  /** The country BZ of ISO 3166-1. */
  | 'BZ'
  /** The country CA of ISO 3166-1. */
  | 'CA'
  /** The country CC of ISO 3166-1. */
  | 'CC'
  /** The country CD of ISO 3166-1. */
  | 'CD'
  /** The country CF of ISO 3166-1. */
  | 'CF'
  /** The country CG of ISO 3166-1. */
  | 'CG'
  /** The country CH of ISO 3166-1. */
  | 'CH'
  /** The country CI of ISO 3166-1. */
  | 'CI'
  /** The country CK of ISO 3166-1. */
  | 'CK'
  /** The country CL of ISO 3166-1. */
  | 'CL'
  /** The country CM of ISO 3166-1. */
  | 'CM'
  /** The country CN of ISO 3166-1. */
  | 'CN'
  /** The country CO of ISO 3166-1. */
  | 'CO'
  /** The country CR of ISO 3166-1. */
  | 'CR'
  /** The country CU of ISO 3166-1. */
  | 'CU'
  /** The country CV of ISO 3166-1. */
  | 'CV'
  /** The country CW of ISO 3166-1. */
  | 'CW'
  /** The country CX of ISO 3166-1. */
  | 'CX'
  /** The country CY of ISO 3166-1. */
  | 'CY'
  /** The country CZ of ISO 3166-1. */
  | 'CZ'
  /** The country DE of ISO 3166-1. */
  | 'DE'
  /** The country DJ of ISO 3166-1. */
  | 'DJ'
  /** The country DK of ISO 3166-1. */
  | 'DK'
  /** The country DM of ISO 3166-1. */
  | 'DM'
  /** The country DO of ISO 3166-1. */
  | 'DO'
  /** The country DZ of ISO 3166-1. */
  | 'DZ'
  /** The country EC of ISO 3166-1. */
  | 'EC'
  /** The country EE of ISO 3166-1. */
  | 'EE'
  /** The country EG of ISO 3166-1. */
  | 'EG'
  /** The country EH of ISO 3166-1. */
  | 'EH'
  /** The country ER of ISO 3166-1. */
  | 'ER'
  /** The country ES of ISO 3166-1. */
  | 'ES'
  /** The country ET of ISO 3166-1. */
  | 'ET'
  /** The country FI of ISO 3166-1. */
  | 'FI'
  /** The country FJ of ISO 3166-1. */
  | 'FJ'
  /** The country FK of ISO 3166-1. */
  | 'FK'
  /** The country FM of ISO 3166-1. */
  | 'FM'
  /** The country FO of ISO 3166-1. */
  | 'FO'
  /** The country FR of ISO 3166-1. */
  | 'FR'
  /** The country GA of ISO 3166-1. */
  | 'GA'
  /** The country GB of ISO 3166-1. */
  | 'GB'
  /** The country GD of ISO 3166-1. */
  | 'GD'
  /** The country GE of ISO 3166-1. */
  | 'GE'
  /** The country GF of ISO 3166-1. */
  | 'GF'
  /** The country GG of ISO 3166-1. */
  | 'GG'
  /** The country GH of ISO 3166-1. */
  | 'GH'
  /** The country GI of ISO 3166-1. */
  | 'GI'
  /** The country GL of ISO 3166-1. */
  | 'GL'
  /** The country GM of ISO 3166-1. */
  | 'GM'
  /** The country GN of ISO 3166-1. */
  | 'GN'
  /** The country GP of ISO 3166-1. */
  | 'GP'
  /** The country GQ of ISO 3166-1. */
  | 'GQ'
  /** The country GR of ISO 3166-1. */
  | 'GR'
  /** The country GS of ISO 3166-1. */
  | 'GS'
  /** The country GT of ISO 3166-1. */
  | 'GT'
  /** The country GU of ISO 3166-1. */
  | 'GU'
  /** The country GW of ISO 3166-1. */
  | 'GW'
  /** The country GY of ISO 3166-1. */
  | 'GY'
  /** The country HK of ISO 3166-1. */
  | 'HK'
  /** The country HM of ISO 3166-1. */
  | 'HM'
  /** The country HN of ISO 3166-1. */
  | 'HN'
  /** The country HR of ISO 3166-1. */
  | 'HR'
  /** The country HT of ISO 3166-1. */
  | 'HT'
  /** The country HU of ISO 3166-1. */
  | 'HU'
  /** The country ID of ISO 3166-1. */
  | 'ID'
  /** The country IE of ISO 3166-1. */
  | 'IE'
  /** The country IL of ISO 3166-1. */
  | 'IL'
  /** The country IM of ISO 3166-1. */
  | 'IM'
  /** The country IN of ISO 3166-1. */
  | 'IN'
  /** The country IO of ISO 3166-1. */
  | 'IO'
  /** The country IQ of ISO 3166-1. */
  | 'IQ'
  /** The country IR of ISO 3166-1. */
  | 'IR'
  /** The country IS of ISO 3166-1. */
  | 'IS'
  /** The country IT of ISO 3166-1. */
  | 'IT'
  /** The country JE of ISO 3166-1. */
  | 'JE'
  /** The country JM of ISO 3166-1. */
  | 'JM'
  /** The country JO of ISO 3166-1. */
  | 'JO'
  /** The country JP of ISO 3166-1. */
  | 'JP'
  /** The country KE of ISO 3166-1. */
  | 'KE'
  /** The country KG of ISO 3166-1. */
  | 'KG'
  /** The country KH of ISO 3166-1. */
  | 'KH'
  /** The country KI of ISO 3166-1. */
  | 'KI'
  /** The country KM of ISO 3166-1. */
  | 'KM'
  /** The country KN of ISO 3166-1. */
  | 'KN'
  /** The country KP of ISO 3166-1. */
  | 'KP'
  /** The country KR of ISO 3166-1. */
  | 'KR'
  /** The country KW of ISO 3166-1. */
  | 'KW'
  /** The country KY of ISO 3166-1. */
  | 'KY'
  /** The country KZ of ISO 3166-1. */
  | 'KZ'
  /** The country LA of ISO 3166-1. */
  | 'LA'
  /** The country LB of ISO 3166-1. */
  | 'LB'
  /** The country LC of ISO 3166-1. */
  | 'LC'
  /** The country LI of ISO 3166-1. */
  | 'LI'
  /** The country LK of ISO 3166-1. */
  | 'LK'
  /** The country LR of ISO 3166-1. */
  | 'LR'
  /** The country LS of ISO 3166-1. */
  | 'LS'
  /** The country LT of ISO 3166-1. */
  | 'LT'
  /** The country LU of ISO 3166-1. */
  | 'LU'
  /** The country LV of ISO 3166-1. */
  | 'LV'
  /** The country LY of ISO 3166-1. */
  | 'LY'
  /** The country MA of ISO 3166-1. */
  | 'MA'
  /** The country MC of ISO 3166-1. */
  | 'MC'
  /** The country MD of ISO 3166-1. */
  | 'MD'
  /** The country ME of ISO 3166-1. */
  | 'ME'
  /** The country MF of ISO 3166-1. */
  | 'MF'
  /** The country MG of ISO 3166-1. */
  | 'MG'
  /** The country MH of ISO 3166-1. */
  | 'MH'
  /** The country MK of ISO 3166-1. */
  | 'MK'
  /** The country ML of ISO 3166-1. */
  | 'ML'
  /** The country MM of ISO 3166-1. */
  | 'MM'
  /** The country MN of ISO 3166-1. */
  | 'MN'
  /** The country MO of ISO 3166-1. */
  | 'MO'
  /** The country MP of ISO 3166-1. */
  | 'MP'
  /** The country MQ of ISO 3166-1. */
  | 'MQ'
  /** The country MR of ISO 3166-1. */
  | 'MR'
  /** The country MS of ISO 3166-1. */
  | 'MS'
  /** The country MT of ISO 3166-1. */
  | 'MT'
  /** The country MU of ISO 3166-1. */
  | 'MU'
  /** The country MV of ISO 3166-1. */
  | 'MV'
  /** The country MW of ISO 3166-1. */
  | 'MW'
  /** The country MX of ISO 3166-1. */
  | 'MX'
  /** The country MY of ISO 3166-1. */
  | 'MY'
  /** The country MZ of ISO 3166-1. */
  | 'MZ'
  /** The country NA of ISO 3166-1. */
  | 'NA'
  /** The country NC of ISO 3166-1. */
  | 'NC'
  /** The country NE of ISO 3166-1. */
  | 'NE'
  /** The country NF of ISO 3166-1. */
  | 'NF'
  /** The country NG of ISO 3166-1. */
  | 'NG'
  /** The country NI of ISO 3166-1. */
  | 'NI'
  /** The country NL of ISO 3166-1. */
  | 'NL'
  /** The country NO of ISO 3166-1. */
  | 'NO'
  /** The country NP of ISO 3166-1. */
  | 'NP'
  /** The country NR of ISO 3166-1. */
  | 'NR'
  /** The country NU of ISO 3166-1. */
  | 'NU'
  /** The country NZ of ISO 3166-1. */
  | 'NZ'
  /** The country OM of ISO 3166-1. */
  | 'OM'
  /** The country PA of ISO 3166-1. */
  | 'PA'
  /** The country PE of ISO 3166-1. */
  | 'PE'
  /** The country PF of ISO 3166-1. */
  | 'PF'
  /** The country PG of ISO 3166-1. */
  | 'PG'
  /** The country PH of ISO 3166-1. */
  | 'PH'
  /** The country PK of ISO 3166-1. */
  | 'PK'
  /** The country PL of ISO 3166-1. */
  | 'PL'
  /** The country PM of ISO 3166-1. */
  | 'PM'
  /** The country PN of ISO 3166-1. */
  | 'PN'
  /** The country PR of ISO 3166-1. */
  | 'PR'
  /** The country PS of ISO 3166-1. */
  | 'PS'
  /** The country PT of ISO 3166-1. */
  | 'PT'
  /** The country PW of ISO 3166-1. */
  | 'PW'
  /** The country PY of ISO 3166-1. */
  | 'PY'
  /** The country QA of ISO 3166-1. */
  | 'QA'
  /** The country RE of ISO 3166-1. */
  | 'RE'
  /** The country RO of ISO 3166-1. */
  | 'RO'
  /** The country RS of ISO 3166-1. */
  | 'RS'
  /** The country RU of ISO 3166-1. */
  | 'RU'
  /** The country RW of ISO 3166-1. */
  | 'RW'
  /** The country SA of ISO 3166-1. */
  | 'SA'
  /** The country SB of ISO 3166-1. */
  | 'SB'
  /** The country SC of ISO 3166-1. */
  | 'SC'
  /** The country SD of ISO 3166-1. */
  | 'SD'
  /** The country SE of ISO 3166-1. */
  | 'SE'
  /** The country SG of ISO 3166-1. */
  | 'SG'
  /** The country SH of ISO 3166-1. */
  | 'SH'
  /** The country SI of ISO 3166-1. */
  | 'SI'
  /** The country SJ of ISO 3166-1. */
  | 'SJ'
  /** The country SK of ISO 3166-1. */
  | 'SK'
  /** The country SL of ISO 3166-1. */
  | 'SL'
  /** The country SM of ISO 3166-1. */
  | 'SM'
  /** The country SN of ISO 3166-1. */
  | 'SN'
  /** The country SO of ISO 3166-1. */
  | 'SO'
  /** The country SR of ISO 3166-1. */
  | 'SR'
  /** The country SS of ISO 3166-1. */
  | 'SS'
  /** The country ST of ISO 3166-1. */
  | 'ST'
  /** The country SV of ISO 3166-1. */
  | 'SV'
  /** The country SX of ISO 3166-1. */
  | 'SX'
  /** The country SY of ISO 3166-1. */
  | 'SY'
  /** The country SZ of ISO 3166-1. */
  | 'SZ'
  /** The country TC of ISO 3166-1. */
  | 'TC'
  /** The country TD of ISO 3166-1. */
  | 'TD'
  /** The country TF of ISO 3166-1. */
  | 'TF'
  /** The country TG of ISO 3166-1. */
  | 'TG'
  /** The country TH of ISO 3166-1. */
  | 'TH'
  /** The country TJ of ISO 3166-1. */
  | 'TJ'
  /** The country TK of ISO 3166-1. */
  | 'TK'
  /** The country TL of ISO 3166-1. */
  | 'TL'
  /** The country TM of ISO 3166-1. */
  | 'TM'
  /** The country TN of ISO 3166-1. */
  | 'TN'
  /** The country TO of ISO 3166-1. */
  | 'TO'
  /** The country TR of ISO 3166-1. */
  | 'TR'
  /** The country TT of ISO 3166-1. */
  | 'TT'
  /** The country TV of ISO 3166-1. */
  | 'TV'
  /** The country TW of ISO 3166-1. */
  | 'TW'
  /** The country TZ of ISO 3166-1. */
  | 'TZ'
  /** The country UA of ISO 3166-1. */
  | 'UA'
  /** The country UG of ISO 3166-1. */
  | 'UG'
  /** The country UM of ISO 3166-1. */
  | 'UM'
  /** The country US of ISO 3166-1. */
  | 'US'
  /** The country UY of ISO 3166-1. */
  | 'UY'
  /** The country UZ of ISO 3166-1. */
  | 'UZ'
  /** The country VA of ISO 3166-1. */
  | 'VA'
  /** The country VC of ISO 3166-1. */
  | 'VC'
  /** The country VE of ISO 3166-1. */
  | 'VE'
  /** The country VG of ISO 3166-1. */
  | 'VG'
  /** The country VI of ISO 3166-1. */
  | 'VI'
  /** The country VN of ISO 3166-1. */
  | 'VN'
  /** The country VU of ISO 3166-1. */
  | 'VU'
  /** The country WF of ISO 3166-1. */
  | 'WF'
  /** The country WS of ISO 3166-1. */
  | 'WS'
  /** The country YE of ISO 3166-1. */
  | 'YE'
  /** The country YT of ISO 3166-1. */
  | 'YT'
  /** The country ZA of ISO 3166-1. */
  | 'ZA'
  /** The country ZM of ISO 3166-1. */
  | 'ZM'
  /** The country ZW of ISO 3166-1. */
  | 'ZW';

/** Input of createBulkPayment: the fields of the REST body (specification 4.6), flat, and what REST takes elsewhere. */
export type CreateBulkPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its BBAN (specification 4.5, 4.6). */
  debtorAccount: BbanAccountInput;
  /** Unique id of the bulk payment, assigned by the sender, at most 35 characters (specification 4.6). */
  paymentInformationId?: InputMaybe<Scalars['String']['input']>;
  /** The transfers, 1 to 1,000 (specification 4.6). */
  payments: Array<BulkPaymentEntryInput>;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Day on which to execute, in Europe/Oslo; today when absent. Not before today (specification 4.6). */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

/** Nothing needs to be said (contract 10). */
export type CreateConsoleTokenInput = {
  /** Ignored; an input type must have a field (contract 10). */
  note?: InputMaybe<Scalars['String']['input']>;
};

/** Input of createCrossBorderPayment: the fields of the REST body (specification 4.8), flat, and what REST takes elsewhere. */
export type CreateCrossBorderPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its BBAN, its IBAN or both (specification 2.1, 4.4). */
  creditorAccount: AnyAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress: PostalAddressInput;
  /** BIC (ISO 9362) of the bank of the creditor; a text that is no BIC draws a WARNING. */
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  /** Name of the creditor, at most 70 characters (specification 4.8). */
  creditorName: Scalars['String']['input'];
  /** An account named by its BBAN, its IBAN or both (specification 2.1, 4.4). */
  debtorAccount: AnyAccountInput;
  /** Reference that follows the payment to the creditor, at most 35 characters (specification 4.8). */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** Which of NCBCT and CBCT; NCBCT when absent (contract 10). */
  product?: InputMaybe<PaymentProduct>;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Code of the report to the currency register, at most 10 characters (contract 2). */
  regulatoryReportingCode?: InputMaybe<Scalars['String']['input']>;
  /** What the payment is for, in words for the currency register, at most 140 characters (specification 4.8). */
  regulatoryReportingInformation?: InputMaybe<Scalars['String']['input']>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references, the list form that replaces the single object (specification 4.6). */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Day on which to execute, in Europe/Oslo; today when absent. Not before today (specification 4.8). */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.8). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** Input of createDomesticPayment: the fields of the REST body (specification 4.5, 4.8), flat, and what REST takes elsewhere. */
export type CreateDomesticPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its BBAN (specification 4.5, 4.6). */
  creditorAccount: BbanAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** Name of the creditor, at most 70 characters (specification 4.8). */
  creditorName: Scalars['String']['input'];
  /** An account named by its BBAN (specification 4.5, 4.6). */
  debtorAccount: BbanAccountInput;
  /** Reference that follows the payment to the creditor, at most 35 characters (specification 4.8). */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references, the list form that replaces the single object (specification 4.6). */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Day on which to execute, in Europe/Oslo; today when absent. Not before today (specification 4.8). */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.8). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** Input of createInstantPayment: the fields of the REST body (specification 4.5), flat, and what REST takes elsewhere. */
export type CreateInstantPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its BBAN (specification 4.5, 4.6). */
  creditorAccount: BbanAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress: PostalAddressInput;
  /** Name of the creditor, at most 70 characters (specification 4.5). */
  creditorName: Scalars['String']['input'];
  /** An ordinary account by BBAN or a card account by `other`, exactly one of them (specification 4.5). */
  debtorAccount: BbanOrCardAccountInput;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.5). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** Input of createPeriodicPayment: the fields of the REST body (specification 4.4), flat, and what REST takes elsewhere. */
export type CreatePeriodicPaymentInput = {
  /** An account named by its BBAN, its IBAN or both (specification 2.1, 4.4). */
  creditorAccount: AnyAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** Name of the creditor, at most 70 characters (specification 4.4). */
  creditorName: Scalars['String']['input'];
  /** Day of the month, one or two digits; the last day where the month is shorter (specification 4.4). */
  dayOfExecution?: InputMaybe<Scalars['String']['input']>;
  /** An account named by its BBAN, its IBAN or both (specification 2.1, 4.4). */
  debtorAccount: AnyAccountInput;
  /** Last day of the plan; open-ended when absent (specification 4.4). */
  endDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Where an execution moves from a weekend or a bank holiday (specification 4.4; spelt as there). */
  executionRule?: InputMaybe<ExecutionRule>;
  /** How often the payment is made (specification 4.4). */
  frequency: Frequency;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** Months in which a MonthlyVariable payment runs: 1 to 11, each once; required there, refused elsewhere (specification 4.4). */
  monthsOfExecution?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** First day of the plan, today or later in Europe/Oslo (specification 4.4). */
  startDate: Scalars['LocalDate']['input'];
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.4). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** An account to open (specification 2.1). */
export type CreateSandboxAccountInput = {
  /** Name of the account (specification 2.1). */
  accountName: Scalars['String']['input'];
  /** The balance: an account holds one sum, so the list has one item (specification 2.1). */
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING (specification 2.1). */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** Type of the account, such as CACC or TAXE (specification 2.1). */
  cashAccountType?: InputMaybe<Scalars['String']['input']>;
  /** Credit on top of the balance, in the currency of the account; not negative. None when absent (specification 2.1). */
  creditLine?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** What the PSU types when they log in (specification 2.7): 1 to 35 letters and digits. */
  customerNumber: Scalars['String']['input'];
  /** ISO 13616 account number with valid check digits, at most 34 characters, single spaces between groups among them. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** What a creditor has agreed with the bank on KIDs (contract 6). */
  kidAgreement?: InputMaybe<KidAgreementInput>;
  /** Name of the account product (specification 2.1). */
  product?: InputMaybe<Scalars['String']['input']>;
};

/** A card account to open (specification 2.1). */
export type CreateSandboxCardAccountInput = {
  /** Balances of the card account, at most 10 (specification 2.1). */
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  /** A sum of money in the sandbox; it may be zero or negative (specification 2.1). */
  creditLimit?: InputMaybe<SandboxAmountInput>;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** What the PSU types when they log in (specification 2.7): 1 to 35 letters and digits. */
  customerNumber: Scalars['String']['input'];
  /** Last day of the card (specification 2.1). */
  expiry?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Number of the card with its middle digits hidden (specification 2.1). */
  maskedPan: Scalars['String']['input'];
  /** Name of the card account (specification 2.1). */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Name of the card product (specification 2.1). */
  product?: InputMaybe<Scalars['String']['input']>;
  /** Status of the card account, such as ENABLED (specification 2.1). */
  status?: InputMaybe<Scalars['String']['input']>;
};

/** Transactions for a card account, stored all or none (specification 4.2). */
export type CreateSandboxCardTransactionsInput = {
  /** The card account (specification 4.2). */
  resourceId: Scalars['String']['input'];
  /** Transactions to store on a card account, 1 to 1,000, all or none of them (specification 4.2). */
  transactions: Array<CardTransactionInput>;
};

/** A customer to make. Either word serves: name or customerName, type or customerType (specification 2.7). */
export type CreateSandboxCustomerInput = {
  /** Name of the customer (specification 2.7). */
  customerName?: InputMaybe<Scalars['String']['input']>;
  /** What the PSU types when they log in (specification 2.7): 1 to 35 letters and digits. */
  customerNumber: Scalars['String']['input'];
  /** PRIVATE or CORPORATE (specification 2.7). */
  customerType?: InputMaybe<CustomerType>;
  /** Name of the customer (specification 2.7). */
  name?: InputMaybe<Scalars['String']['input']>;
  /** PRIVATE or CORPORATE (specification 2.7). */
  type?: InputMaybe<CustomerType>;
};

/** Input of createSepaPayment: the fields of the REST body (specification 4.8), flat, and what REST takes elsewhere. */
export type CreateSepaPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its IBAN (specification 4.8). */
  creditorAccount: IbanAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** BIC (ISO 9362) of the bank of the creditor; a text that is no BIC draws a WARNING. */
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  /** Name of the creditor, at most 70 characters (specification 4.8). */
  creditorName: Scalars['String']['input'];
  /** An account named by its IBAN (specification 4.8). */
  debtorAccount: IbanAccountInput;
  /** Reference that follows the payment to the creditor, at most 35 characters (specification 4.8). */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references, the list form that replaces the single object (specification 4.6). */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Day on which to execute, in Europe/Oslo; today when absent. Not before today (specification 4.8). */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters (specification 4.8). */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The payments to sign together (specification 4.1). */
export type CreateSigningBasketInput = {
  /** The payments to sign together, 1 to 10, none twice (specification 4.1). */
  paymentIds: Array<Scalars['String']['input']>;
  /** The PSU, where headers do not name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
};

/** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
export type CurrencyCode =
  /** The currency AED of ISO 4217. */
  | 'AED'
  /** The currency AFN of ISO 4217. */
  | 'AFN'
  /** The currency ALL of ISO 4217. */
  | 'ALL'
  /** The currency AMD of ISO 4217. */
  | 'AMD'
  /** The currency ANG of ISO 4217. */
  | 'ANG'
  /** The currency AOA of ISO 4217. */
  | 'AOA'
  /** The currency ARS of ISO 4217. */
  | 'ARS'
  /** The currency AUD of ISO 4217. */
  | 'AUD'
  /** The currency AWG of ISO 4217. */
  | 'AWG'
  /** The currency AZN of ISO 4217. */
  | 'AZN'
  /** The currency BAM of ISO 4217. */
  | 'BAM'
  /** The currency BBD of ISO 4217. */
  | 'BBD'
  /** The currency BDT of ISO 4217. */
  | 'BDT'
  /** The currency BGN of ISO 4217. */
  | 'BGN'
  /** The currency BHD of ISO 4217. */
  | 'BHD'
  /** The currency BIF of ISO 4217. */
  | 'BIF'
  /** The currency BMD of ISO 4217. */
  | 'BMD'
  /** The currency BND of ISO 4217. */
  | 'BND'
  /** The currency BOB of ISO 4217. */
  | 'BOB'
  /** The currency BRL of ISO 4217. */
  | 'BRL'
  /** The currency BSD of ISO 4217. */
  | 'BSD'
  /** The currency BTN of ISO 4217. */
  | 'BTN'
  /** The currency BWP of ISO 4217. */
  | 'BWP'
  /** The currency BYR of ISO 4217. */
  | 'BYR'
  /** The currency BZD of ISO 4217. */
  | 'BZD'
  /** The currency CAD of ISO 4217. */
  | 'CAD'
  /** The currency CDF of ISO 4217. */
  | 'CDF'
  /** The currency CHF of ISO 4217. */
  | 'CHF'
  /** The currency CLP of ISO 4217. */
  | 'CLP'
  /** The currency CNY of ISO 4217. */
  | 'CNY'
  /** The currency COP of ISO 4217. */
  | 'COP'
  /** The currency CRC of ISO 4217. */
  | 'CRC'
  /** The currency CUC of ISO 4217. */
  | 'CUC'
  /** The currency CUP of ISO 4217. */
  | 'CUP'
  /** The currency CVE of ISO 4217. */
  | 'CVE'
  /** The currency CZK of ISO 4217. */
  | 'CZK'
  /** The currency DJF of ISO 4217. */
  | 'DJF'
  /** The currency DKK of ISO 4217. */
  | 'DKK'
  /** The currency DOP of ISO 4217. */
  | 'DOP'
  /** The currency DZD of ISO 4217. */
  | 'DZD'
  /** The currency EGP of ISO 4217. */
  | 'EGP'
  /** The currency ERN of ISO 4217. */
  | 'ERN'
  /** The currency ETB of ISO 4217. */
  | 'ETB'
  /** The currency EUR of ISO 4217. */
  | 'EUR'
  /** The currency FJD of ISO 4217. */
  | 'FJD'
  /** The currency FKP of ISO 4217. */
  | 'FKP'
  /** The currency GBP of ISO 4217. */
  | 'GBP'
  /** The currency GEL of ISO 4217. */
  | 'GEL'
  /** The currency GGP of ISO 4217. */
  | 'GGP'
  /** The currency GHS of ISO 4217. */
  | 'GHS'
  /** The currency GIP of ISO 4217. */
  | 'GIP'
  /** The currency GMD of ISO 4217. */
  | 'GMD'
  /** The currency GNF of ISO 4217. */
  | 'GNF'
  /** The currency GTQ of ISO 4217. */
  | 'GTQ'
  /** The currency GYD of ISO 4217. */
  | 'GYD'
  /** The currency HKD of ISO 4217. */
  | 'HKD'
  /** The currency HNL of ISO 4217. */
  | 'HNL'
  /** The currency HRK of ISO 4217. */
  | 'HRK'
  /** The currency HTG of ISO 4217. */
  | 'HTG'
  /** The currency HUF of ISO 4217. */
  | 'HUF'
  /** The currency IDR of ISO 4217. */
  | 'IDR'
  /** The currency ILS of ISO 4217. */
  | 'ILS'
  /** The currency IMP of ISO 4217. */
  | 'IMP'
  /** The currency INR of ISO 4217. */
  | 'INR'
  /** The currency IQD of ISO 4217. */
  | 'IQD'
  /** The currency IRR of ISO 4217. */
  | 'IRR'
  /** The currency ISK of ISO 4217. */
  | 'ISK'
  /** The currency JEP of ISO 4217. */
  | 'JEP'
  /** The currency JMD of ISO 4217. */
  | 'JMD'
  /** The currency JOD of ISO 4217. */
  | 'JOD'
  /** The currency JPY of ISO 4217. */
  | 'JPY'
  /** The currency KES of ISO 4217. */
  | 'KES'
  /** The currency KGS of ISO 4217. */
  | 'KGS'
  /** The currency KHR of ISO 4217. */
  | 'KHR'
  /** The currency KMF of ISO 4217. */
  | 'KMF'
  /** The currency KPW of ISO 4217. */
  | 'KPW'
  /** The currency KRW of ISO 4217. */
  | 'KRW'
  /** The currency KWD of ISO 4217. */
  | 'KWD'
  /** The currency KYD of ISO 4217. */
  | 'KYD'
  /** The currency KZT of ISO 4217. */
  | 'KZT'
  /** The currency LAK of ISO 4217. */
  | 'LAK'
  /** The currency LBP of ISO 4217. */
  | 'LBP'
  /** The currency LKR of ISO 4217. */
  | 'LKR'
  /** The currency LRD of ISO 4217. */
  | 'LRD'
  /** The currency LSL of ISO 4217. */
  | 'LSL'
  /** The currency LYD of ISO 4217. */
  | 'LYD'
  /** The currency MAD of ISO 4217. */
  | 'MAD'
  /** The currency MDL of ISO 4217. */
  | 'MDL'
  /** The currency MGA of ISO 4217. */
  | 'MGA'
  /** The currency MKD of ISO 4217. */
  | 'MKD'
  /** The currency MMK of ISO 4217. */
  | 'MMK'
  /** The currency MNT of ISO 4217. */
  | 'MNT'
  /** The currency MOP of ISO 4217. */
  | 'MOP'
  /** The currency MRO of ISO 4217. */
  | 'MRO'
  /** The currency MUR of ISO 4217. */
  | 'MUR'
  /** The currency MVR of ISO 4217. */
  | 'MVR'
  /** The currency MWK of ISO 4217. */
  | 'MWK'
  /** The currency MXN of ISO 4217. */
  | 'MXN'
  /** The currency MYR of ISO 4217. */
  | 'MYR'
  /** The currency MZN of ISO 4217. */
  | 'MZN'
  /** The currency NAD of ISO 4217. */
  | 'NAD'
  /** The currency NGN of ISO 4217. */
  | 'NGN'
  /** The currency NIO of ISO 4217. */
  | 'NIO'
  /** The currency NOK of ISO 4217. */
  | 'NOK'
  /** The currency NPR of ISO 4217. */
  | 'NPR'
  /** The currency NZD of ISO 4217. */
  | 'NZD'
  /** The currency OMR of ISO 4217. */
  | 'OMR'
  /** The currency PAB of ISO 4217. */
  | 'PAB'
  /** The currency PEN of ISO 4217. */
  | 'PEN'
  /** The currency PGK of ISO 4217. */
  | 'PGK'
  /** The currency PHP of ISO 4217. */
  | 'PHP'
  /** The currency PKR of ISO 4217. */
  | 'PKR'
  /** The currency PLN of ISO 4217. */
  | 'PLN'
  /** The currency PYG of ISO 4217. */
  | 'PYG'
  /** The currency QAR of ISO 4217. */
  | 'QAR'
  /** The currency RON of ISO 4217. */
  | 'RON'
  /** The currency RSD of ISO 4217. */
  | 'RSD'
  /** The currency RUB of ISO 4217. */
  | 'RUB'
  /** The currency RWF of ISO 4217. */
  | 'RWF'
  /** The currency SAR of ISO 4217. */
  | 'SAR'
  /** The currency SBD of ISO 4217. */
  | 'SBD'
  /** The currency SCR of ISO 4217. */
  | 'SCR'
  /** The currency SDG of ISO 4217. */
  | 'SDG'
  /** The currency SEK of ISO 4217. */
  | 'SEK'
  /** The currency SGD of ISO 4217. */
  | 'SGD'
  /** The currency SHP of ISO 4217. */
  | 'SHP'
  /** The currency SLL of ISO 4217. */
  | 'SLL'
  /** The currency SOS of ISO 4217. */
  | 'SOS'
  /** The currency SPL of ISO 4217. */
  | 'SPL'
  /** The currency SRD of ISO 4217. */
  | 'SRD'
  /** The currency STD of ISO 4217. */
  | 'STD'
  /** The currency SVC of ISO 4217. */
  | 'SVC'
  /** The currency SYP of ISO 4217. */
  | 'SYP'
  /** The currency SZL of ISO 4217. */
  | 'SZL'
  /** The currency THB of ISO 4217. */
  | 'THB'
  /** The currency TJS of ISO 4217. */
  | 'TJS'
  /** The currency TMT of ISO 4217. */
  | 'TMT'
  /** The currency TND of ISO 4217. */
  | 'TND'
  /** The currency TOP of ISO 4217. */
  | 'TOP'
  /** The currency TRY of ISO 4217. */
  | 'TRY'
  /** The currency TTD of ISO 4217. */
  | 'TTD'
  /** The currency TVD of ISO 4217. */
  | 'TVD'
  /** The currency TWD of ISO 4217. */
  | 'TWD'
  /** The currency TZS of ISO 4217. */
  | 'TZS'
  /** The currency UAH of ISO 4217. */
  | 'UAH'
  /** The currency UGX of ISO 4217. */
  | 'UGX'
  /** The currency USD of ISO 4217. */
  | 'USD'
  /** The currency UYU of ISO 4217. */
  | 'UYU'
  /** The currency UZS of ISO 4217. */
  | 'UZS'
  /** The currency VEF of ISO 4217. */
  | 'VEF'
  /** The currency VND of ISO 4217. */
  | 'VND'
  /** The currency VUV of ISO 4217. */
  | 'VUV'
  /** The currency WST of ISO 4217. */
  | 'WST'
  /** The currency XAF of ISO 4217. */
  | 'XAF'
  /** The currency XCD of ISO 4217. */
  | 'XCD'
  /** The currency XDR of ISO 4217. */
  | 'XDR'
  /** The currency XOF of ISO 4217. */
  | 'XOF'
  /** The currency XPF of ISO 4217. */
  | 'XPF'
  /** The currency YER of ISO 4217. */
  | 'YER'
  /** The currency ZAR of ISO 4217. */
  | 'ZAR'
  /** The currency ZMW of ISO 4217. */
  | 'ZMW'
  /** The currency ZWD of ISO 4217. */
  | 'ZWD';

/** Exchange behind a card transaction (specification 2.8). */
export type CurrencyExchangeInput = {
  /** Rate of the exchange (specification 2.8). */
  exchangeRate: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number (specification 2.8). */
  markupFee: CardAmountInput;
  /** Markup in percent (specification 2.8). */
  markupFeePercentage: Scalars['String']['input'];
  /** Day of the rate (specification 2.8). */
  quotationDate: Scalars['LocalDate']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  sourceCurrency: CurrencyCode;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  targetCurrency: CurrencyCode;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  unitCurrency: CurrencyCode;
};

/** Whether a customer is a person or a company (specification 2.7). */
export type CustomerType =
  /** A company (specification 2.7). */
  | 'CORPORATE'
  /** A person (specification 2.7). */
  | 'PRIVATE';

/** The basket to delete (specification 4.1). */
export type DeleteSigningBasketInput = {
  /** The basket (specification 2.3). */
  basketId: Scalars['String']['input'];
};

/** Where an execution moves from a weekend or a bank holiday (specification 4.4; spelt as there). */
export type ExecutionRule =
  /** The next bank day (specification 4.4; spelt as there). */
  | 'following'
  /** The bank day before (spelt as in the specification) (specification 4.4; spelt as there). */
  | 'preceeding';

/** How often the payment is made (specification 4.4). */
export type Frequency =
  /** Every year (specification 4.4). */
  | 'Annual'
  /** Every day (specification 4.4). */
  | 'Daily'
  /** Every two months (specification 4.4). */
  | 'EveryTwoMonths'
  /** Every two weeks (specification 4.4). */
  | 'EveryTwoWeeks'
  /** Every month (specification 4.4). */
  | 'Monthly'
  /** In the months that monthsOfExecution names (specification 4.4). */
  | 'MonthlyVariable'
  /** Every three months (specification 4.4). */
  | 'Quarterly'
  /** Every six months (specification 4.4). */
  | 'SemiAnnual'
  /** Every week (specification 4.4). */
  | 'Weekly';

/** HTTP method that a link takes (specification 2.1). */
export type HttpVerb =
  /** Cancels or deletes (specification 2.1). */
  | 'DELETE'
  /** Reads (specification 2.1). */
  | 'GET'
  /** Creates or starts (specification 2.1). */
  | 'POST'
  /** Replaces (specification 2.1). */
  | 'PUT';

/** An account named by its IBAN (specification 2.1). */
export type IbanAccountInput = {
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** ISO 13616 account number with valid check digits, at most 34 characters, single spaces between groups among them. */
  iban: Scalars['String']['input'];
};

/** Nothing needs to be said; every mutation takes an input (contract 8). */
export type InitialiseSandboxInput = {
  /** For the client alone; not looked at (Relay). */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

/** What a creditor has agreed with the bank on KIDs (contract 6). */
export type KidAgreementInput = {
  /** Lengths that a KID may have, 2 to 25, check digit included (contract 6). */
  lengths: Array<Scalars['Int']['input']>;
  /** How the last digit of a KID checks the others (contract 6). */
  modulus: KidModulus;
  /** Whether a payment without a KID is refused (KID_MISSING) (contract 6). */
  required: Scalars['Boolean']['input'];
};

/** How the last digit of a KID checks the others (contract 6). */
export type KidModulus =
  /** Check digit by modulus 10 (contract 6). */
  | 'MOD10'
  /** Check digit by modulus 11 (contract 6). */
  | 'MOD11';

/** Whether a message says no or only warns (specification 2.1). */
export type MessageCategory =
  /** The reason for a refusal (specification 2.1). */
  | 'ERROR'
  /** Worth knowing; nothing was refused (specification 2.1). */
  | 'WARNING';

/** Code of a message to the TPP (specification 7.2). */
export type MessageCode =
  /** Too many requests; wait as long as Retry-After says. HTTP 429 (specification 7.2). */
  | 'ACCESS_EXCEEDED'
  /** The request cannot be understood. HTTP 400 (specification 7.2). */
  | 'BAD_REQUEST'
  /** The signing certificate has expired. HTTP 401 (specification 7.2). */
  | 'CERTIFICATE_EXPIRED'
  /** The signing certificate is not accepted. HTTP 401 (specification 7.2). */
  | 'CERTIFICATE_INVALID'
  /** The request conflicts with the state of a resource. HTTP 409 (specification 7.2). */
  | 'CONFLICT'
  /** The consent has expired. HTTP 401 (specification 7.2). */
  | 'CONSENT_EXPIRED'
  /** The consent does not cover this request. HTTP 401 (specification 7.2). */
  | 'CONSENT_INVALID'
  /** There is no such consent. HTTP 403 (specification 7.2). */
  | 'CONSENT_UNKNOWN'
  /** The execution date lies in the past. HTTP 400 (specification 7.2). */
  | 'EXECUTION_DATE_INVALID'
  /** The caller may not do this. HTTP 403 (specification 7.2). */
  | 'FORBIDDEN'
  /** A field is missing, malformed or breaks a rule. HTTP 400 (specification 7.2). */
  | 'FORMAT_ERROR'
  /** A required header is missing. HTTP 400 (specification 7.2). */
  | 'HTTP_HEADER_REQUIRED'
  /** The KID does not fit the agreement of the creditor. HTTP 400 (specification 7.2). */
  | 'KID_INVALID'
  /** The creditor demands a KID and none was sent. HTTP 400 (specification 7.2). */
  | 'KID_MISSING'
  /** There is no such path. HTTP 404 (specification 7.2). */
  | 'NOT_FOUND'
  /** The payment could not be carried out. HTTP 400 (specification 7.2). */
  | 'PAYMENT_FAILED'
  /** The payment product cannot be used here. HTTP 403 (specification 7.2). */
  | 'PRODUCT_INVALID'
  /** There is no such payment product in this service. HTTP 404 (specification 7.2). */
  | 'PRODUCT_UNKNOWN'
  /** The PSU must authenticate first; follow scaRedirect. HTTP 401 (specification 7.2). */
  | 'PSU_CREDENTIALS_INVALID'
  /** A required query parameter is missing. HTTP 400 (specification 7.2). */
  | 'QUERY_PARAMETER_REQUIRED'
  /** These payments cannot share a signing basket. HTTP 400 (specification 7.2). */
  | 'REFERENCE_MIX_INVALID'
  /** There is no such resource. HTTP 404 (specification 7.2). */
  | 'RESOURCE_UNKNOWN'
  /** The certificate lacks the PSD2 role for this. HTTP 403 (specification 7.2). */
  | 'ROLE_INVALID'
  /** The authentication of the PSU is older than 180 days; follow scaRedirect. HTTP 401 (specification 7.2). */
  | 'SCA_EXPIRED'
  /** The authentication data is not valid. HTTP 400 (specification 7.2). */
  | 'SCA_INVALID'
  /** There is no such authorisation. HTTP 404 (specification 7.2). */
  | 'SCA_NOT_FOUND'
  /** The signature does not verify. HTTP 401 (specification 7.2). */
  | 'SIGNATURE_INVALID'
  /** The service failed; the id of this answer is in its log. HTTP 500 (specification 7.2). */
  | 'SYSTEM_ERROR';

/** Identification of an account that has no BBAN: a card account (specification 4.5). */
export type OtherIdentificationInput = {
  /** Identification of the card account (specification 4.5). */
  identification: Scalars['String']['input'];
  /** Scheme of the identification; creditCardAccount is the only one (specification 4.5). */
  schemeNameProprietary: AccountScheme;
};

/** Which payments a list holds; every field narrows it (contract 10). */
export type PaymentFilter = {
  /** Total of at least this much (contract 10). */
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  /** Total of at most this much (contract 10). */
  amountTo?: InputMaybe<Scalars['String']['input']>;
  /** Created at this time or later (contract 10). */
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Created at this time or earlier (contract 10). */
  createdTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** Total in this currency (contract 10). */
  currency?: InputMaybe<CurrencyCode>;
  /** Any of these products, at most 20 (contract 10). */
  products?: InputMaybe<Array<PaymentProduct>>;
  /** Any of these statuses, at most 20 (contract 10). */
  statuses?: InputMaybe<Array<PaymentStatus>>;
  /** Part of the creditor's name, the remittance or the identifier, whatever its case (contract 10). */
  text?: InputMaybe<Scalars['String']['input']>;
};

/** Payment products of the interface, by their short names (contract 10). */
export type PaymentProduct =
  /** bulk-payments/norwegian-domestic-credit-transfers: Up to 1,000 transfers in Norway from one account, created and approved together, executed one by one. Specification 4.6 (contract 10). */
  | 'BULK_NDCT'
  /** payments/cross-border-credit-transfers: A transfer to an account in another country. Specification 4.8 (contract 10). */
  | 'CBCT'
  /** payments/instant-norwegian-domestic-credit-transfers-straks: An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it. Specification 4.5 (contract 10). */
  | 'INDCTS'
  /** payments/norwegian-cross-border-credit-transfers: A transfer in Norway that is settled like one over the border, meant for large amounts. Specification 4.8 (contract 10). */
  | 'NCBCT'
  /** payments/norwegian-domestic-credit-transfers: A transfer between accounts in Norway, executed on its day by the next of five daily runs. Specification 4.5, 4.8 (contract 10). */
  | 'NDCT'
  /** periodic-payments/norwegian-domestic-credit-transfers: A standing order: one transfer in Norway on each date of its plan. Specification 4.4 (contract 10). */
  | 'PERIODIC_NDCT'
  /** payments/sepa-credit-transfers: A SEPA credit transfer: euro, both accounts by IBAN. Specification 4.8 (contract 10). */
  | 'SCT';

/** Status of a payment, ISO 20022 codes (specification 3). PRSY belongs to bulk payments alone. */
export type PaymentStatus =
  /** Accepted after the checks of the customer; a single payment waits for cover, a periodic one is running (specification 3). */
  | 'ACCP'
  /** Settled on the debtor account (specification 3). */
  | 'ACSC'
  /** Settlement is under way (specification 3). */
  | 'ACSP'
  /** Accepted after checks of form and authentication (specification 3). */
  | 'ACTC'
  /** Accepted with a change (specification 3). */
  | 'ACWC'
  /** Accepted, not yet booked at the creditor (specification 3). */
  | 'ACWP'
  /** Cancelled before it was carried out (specification 3). */
  | 'CANC'
  /** Some entries of the bulk payment were settled, the others rejected (specification 3). */
  | 'PART'
  /** Approved; waits for the bank to carry it out (specification 3). */
  | 'PDNG'
  /** The bulk payment is processed in part (specification 3). */
  | 'PRSY'
  /** Received; the PSU has not approved it (specification 3). */
  | 'RCVD'
  /** Rejected (specification 3). */
  | 'RJCT';

/** Address of the creditor (specification 2.2). */
export type PostalAddressInput = {
  /** Number of the building (specification 2.2). */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /** City or town (specification 2.2). */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
  country: CountryCode;
  /** Postal code (specification 2.2). */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** Street, at most 70 characters (specification 2.2). */
  street?: InputMaybe<Scalars['String']['input']>;
};

/** Whether the PSU acts as a person or for a company (header PSU-Context, specification 5.2). */
export type PsuContext =
  /** For a company. */
  | 'CORPORATE'
  /** As a person. */
  | 'PRIVATE';

/** What the PSU headers of table 5.2 say, for clients that cannot set headers; where both are sent they must agree (specification 5.2). */
export type PsuInput = {
  /** PSU-Context; required for single SCA (specification 5.2). */
  context?: InputMaybe<PsuContext>;
  /** PSU-Corporate-ID; required of a corporate PSU (specification 5.2). */
  corporateId?: InputMaybe<Scalars['String']['input']>;
  /** PSU-IP-Address (specification 5.2). */
  ipAddress?: InputMaybe<Scalars['String']['input']>;
  /** PSU-ID: identifier of the PSU at the TPP, a UUID (specification 5.2). */
  psuId?: InputMaybe<Scalars['String']['input']>;
  /** TPP-Redirect-URI: where the PSU returns to (specification 5.2). */
  redirectUri?: InputMaybe<Scalars['String']['input']>;
  /** TPP-Session-ID (specification 5.2). */
  sessionId?: InputMaybe<Scalars['String']['input']>;
};

/** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
export type PurposeCode =
  /** Cash management transfer (specification 2.1). */
  | 'CASH'
  /** Trade settlement (specification 2.1). */
  | 'CORT'
  /** Irrevocable debit card payment (specification 2.1). */
  | 'IDCP'
  /** Payment within a company group (specification 2.1). */
  | 'INTC'
  /** Investment and securities (specification 2.1). */
  | 'INVS'
  /** Loan (specification 2.1). */
  | 'LOAN'
  /** Anything else (specification 2.1). */
  | 'OTHR'
  /** Pension (specification 2.1). */
  | 'PENS'
  /** Salary (specification 2.1). */
  | 'SALA'
  /** Social security benefit (specification 2.1). */
  | 'SSBE'
  /** Payment to a supplier (specification 2.1). */
  | 'SUPP'
  /** Tax (specification 2.1). */
  | 'TAXS'
  /** Treasury (specification 2.1). */
  | 'TREA'
  /** Value added tax (specification 2.1). */
  | 'VATX';

/** Structured remittance information; carries the KID (specification 2.1). */
export type RemittanceInformationStructuredInput = {
  /** Reference of the creditor: a KID, 1 to 35 characters (specification 2.1). */
  reference: Scalars['String']['input'];
  /** Issuer of the reference, 1 to 35 characters (specification 2.1). */
  referenceIssuer?: InputMaybe<Scalars['String']['input']>;
  /** Type of the reference, 1 to 35 characters: SCOR or none for a KID, CINV for an invoice (specification 2.1). */
  referenceType?: InputMaybe<Scalars['String']['input']>;
};

/** Which runs (contract 8). */
export type RunPaymentBatchInput = {
  /** How many of the next runs, 1 to 50; one when absent (contract 8). */
  runs?: InputMaybe<Scalars['Int']['input']>;
};

/** A sum of money in the sandbox; it may be zero or negative (contract 8). */
export type SandboxAmountInput = {
  /** Decimal number as a string, minus and zero allowed; a plain number is taken too (contract 8). */
  amount: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** A balance of an account or a card account (contract 8). */
export type SandboxBalanceInput = {
  /** A sum of money in the sandbox; it may be zero or negative (contract 8). */
  balanceAmount: SandboxAmountInput;
  /** Type of the balance; EXPECTED when absent (contract 8). */
  balanceType?: InputMaybe<Scalars['String']['input']>;
};

/** What happens as the time of a sandbox passes (contract 8). */
export type SandboxEventKind =
  /** An authorisation was not finished in time (contract 8). */
  | 'AUTHORISATION_EXPIRED'
  /** A run of the batch turned to a payment (contract 8). */
  | 'BATCH_RUN'
  /** An execution of a periodic payment was made, put off or left out (contract 8). */
  | 'PERIODIC_EXECUTION'
  /** The log-in of a PSU is 180 days old (contract 8). */
  | 'SESSION_ENDED';

/** Status of an authorisation as Berlin Group has it (contract 5). */
export type ScaStatus =
  /** No authentication was needed (contract 5). */
  | 'exempted'
  /** Rejected, or its time ran out (contract 5). */
  | 'failed'
  /** Approved (contract 5). */
  | 'finalised'
  /** The PSU has logged in and has not yet approved (contract 5). */
  | 'psuAuthenticated'
  /** Begun; the PSU has not logged in (contract 5). */
  | 'started';

/** New balances of an account or a card account (contract 8). */
export type SetSandboxBalancesInput = {
  /** Balances of the card account, at most 10 (contract 8). */
  balances: Array<SandboxBalanceInput>;
  /** The account or card account (contract 8). */
  resourceId: Scalars['String']['input'];
};

/** Status of a signing basket: the worst case of the payments inside (specification 3). */
export type SigningBasketStatus =
  /** All payments inside are approved or further (specification 4.1). */
  | 'ACTC'
  /** Some of the payments inside are approved (specification 4.1). */
  | 'PATC'
  /** No payment inside has been approved (specification 4.1). */
  | 'RCVD'
  /** A payment inside was rejected or cancelled (specification 4.1). */
  | 'RJCT';

/** What to authorise: exactly one of a payment and a signing basket (contract 5). */
export type StartAuthorisationInput = {
  /** A signing basket (specification 2.3). */
  basketId?: InputMaybe<Scalars['String']['input']>;
  /** A payment (specification 2.4). */
  paymentId?: InputMaybe<Scalars['String']['input']>;
  /** The PSU, where neither headers nor the resource name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
};

/** The approved payment whose cancellation is to be authorised (contract 5). */
export type StartCancellationAuthorisationInput = {
  /** The payment (specification 2.4). */
  paymentId: Scalars['String']['input'];
  /** The PSU, where neither headers nor the payment name them (specification 5.2). */
  psu?: InputMaybe<PsuInput>;
};

export type StartAuthorisationMutationVariables = Exact<{
  input: StartAuthorisationInput;
}>;


export type StartAuthorisationMutation = { __typename?: 'Mutation', startAuthorisation: { __typename?: 'StartAuthorisationPayload', psuMessage?: string | null, authorisation?: { __typename?: 'Authorisation', authorisationId: string, scaStatus: ScaStatus } | null, links?: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null }> } };

export type StartCancellationMutationVariables = Exact<{
  input: StartCancellationAuthorisationInput;
}>;


export type StartCancellationMutation = { __typename?: 'Mutation', startCancellationAuthorisation: { __typename?: 'StartCancellationAuthorisationPayload', authorisation?: { __typename?: 'Authorisation', authorisationId: string } | null, links?: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null }> } };

export type CompleteAuthorisationMutationVariables = Exact<{
  input: CompleteAuthorisationInput;
}>;


export type CompleteAuthorisationMutation = { __typename?: 'Mutation', completeAuthorisation: { __typename?: 'CompleteAuthorisationPayload', psuMessage?: string | null, authorisation?: { __typename?: 'Authorisation', authorisationId: string, scaStatus: ScaStatus } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null }> } };

export type MessageFragment = { __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null };

export type PaymentDetailsQueryVariables = Exact<{
  paymentId: Scalars['String']['input'];
}>;


export type PaymentDetailsQuery = { __typename?: 'Query', payment?:
    | { __typename: 'BulkPayment', requestedExecutionDate?: string | null, paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, endToEndIdentification?: string | null, transactionStatus: PaymentStatus, reason?: string | null, instructedAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }>, payments: Array<{ __typename?: 'BulkPaymentEntry', creditorName: string, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null } }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
    | { __typename: 'CrossBorderPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
    | { __typename: 'DomesticPayment', requestedExecutionDate?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
    | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
    | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, frequency: Frequency, startDate: string, endDate?: string | null, dayOfExecution?: string | null, executionRule?: ExecutionRule | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
    | { __typename: 'SepaPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
   | null };

type PaymentDetails_BulkPayment_Fragment = { __typename: 'BulkPayment', requestedExecutionDate?: string | null, paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, endToEndIdentification?: string | null, transactionStatus: PaymentStatus, reason?: string | null, instructedAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }>, payments: Array<{ __typename?: 'BulkPaymentEntry', creditorName: string, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null } }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

type PaymentDetails_CrossBorderPayment_Fragment = { __typename: 'CrossBorderPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

type PaymentDetails_DomesticPayment_Fragment = { __typename: 'DomesticPayment', requestedExecutionDate?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

type PaymentDetails_InstantPayment_Fragment = { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

type PaymentDetails_PeriodicPayment_Fragment = { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, frequency: Frequency, startDate: string, endDate?: string | null, dayOfExecution?: string | null, executionRule?: ExecutionRule | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

type PaymentDetails_SepaPayment_Fragment = { __typename: 'SepaPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } };

export type PaymentDetailsFragment =
  | PaymentDetails_BulkPayment_Fragment
  | PaymentDetails_CrossBorderPayment_Fragment
  | PaymentDetails_DomesticPayment_Fragment
  | PaymentDetails_InstantPayment_Fragment
  | PaymentDetails_PeriodicPayment_Fragment
  | PaymentDetails_SepaPayment_Fragment
;

export type AccountFragment = { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null };

export type CancelPaymentMutationVariables = Exact<{
  input: CancelPaymentInput;
}>;


export type CancelPaymentMutation = { __typename?: 'Mutation', cancelPayment: { __typename?: 'CancelPaymentPayload', payment?:
      | { __typename: 'BulkPayment', requestedExecutionDate?: string | null, paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, endToEndIdentification?: string | null, transactionStatus: PaymentStatus, reason?: string | null, instructedAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }>, payments: Array<{ __typename?: 'BulkPaymentEntry', creditorName: string, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null } }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
      | { __typename: 'CrossBorderPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
      | { __typename: 'DomesticPayment', requestedExecutionDate?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, frequency: Frequency, startDate: string, endDate?: string | null, dayOfExecution?: string | null, executionRule?: ExecutionRule | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
      | { __typename: 'SepaPayment', requestedExecutionDate?: string | null, creditorAgent?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, fundsAvailable?: boolean | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, currency: CurrencyCode, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string } | null } }
     | null, links?: { __typename?: 'Links', startAuthorisation?: { __typename?: 'Link', href: string } | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null }> } };

export type PaymentsPageQueryVariables = Exact<{
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PaymentFilter>;
}>;


export type PaymentsPageQuery = { __typename?: 'Query', payments: { __typename?: 'PaymentConnection', edges?: Array<{ __typename?: 'PaymentEdge', node?:
        | { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
        | { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
        | { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
        | { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
        | { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
        | { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
       | null } | null> | null, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type PaymentChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type PaymentChangesSubscription = { __typename?: 'Subscription', paymentStatusChanged:
    | { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
   };

type ListedPayment_BulkPayment_Fragment = { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_CrossBorderPayment_Fragment = { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_DomesticPayment_Fragment = { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_InstantPayment_Fragment = { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_PeriodicPayment_Fragment = { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_SepaPayment_Fragment = { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

export type ListedPaymentFragment =
  | ListedPayment_BulkPayment_Fragment
  | ListedPayment_CrossBorderPayment_Fragment
  | ListedPayment_DomesticPayment_Fragment
  | ListedPayment_InstantPayment_Fragment
  | ListedPayment_PeriodicPayment_Fragment
  | ListedPayment_SepaPayment_Fragment
;

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename?: 'Query', viewer: { __typename?: 'Viewer', tppId: string, name: string, roles: Array<string>, sandboxClock: string } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const MessageFragmentDoc = new TypedDocumentString(`
    fragment Message on TppMessage {
  category
  code
  path
  text
}
    `, {"fragmentName":"Message"}) as unknown as TypedDocumentString<MessageFragment, unknown>;
export const AccountFragmentDoc = new TypedDocumentString(`
    fragment Account on AccountReference {
  bban
  iban
  currency
  other {
    identification
  }
}
    `, {"fragmentName":"Account"}) as unknown as TypedDocumentString<AccountFragment, unknown>;
export const PaymentDetailsFragmentDoc = new TypedDocumentString(`
    fragment PaymentDetails on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  fundsAvailable
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  transactionFees {
    amount
    currency
  }
  statusHistory {
    from
    to
    at
    reason
  }
  basket {
    basketId
    transactionStatus
  }
  links {
    self {
      href
      verbs
    }
    startAuthorisation {
      href
    }
  }
  ... on DomesticPayment {
    requestedExecutionDate
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    frequency
    startDate
    endDate
    dayOfExecution
    executionRule
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
  ... on BulkPayment {
    requestedExecutionDate
    paymentInformationId
    entries {
      index
      endToEndIdentification
      transactionStatus
      reason
      instructedAmount {
        amount
        currency
      }
    }
    payments {
      creditorName
      creditorAccount {
        ...Account
      }
    }
  }
}
    fragment Account on AccountReference {
  bban
  iban
  currency
  other {
    identification
  }
}`, {"fragmentName":"PaymentDetails"}) as unknown as TypedDocumentString<PaymentDetailsFragment, unknown>;
export const ListedPaymentFragmentDoc = new TypedDocumentString(`
    fragment ListedPayment on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
}
    `, {"fragmentName":"ListedPayment"}) as unknown as TypedDocumentString<ListedPaymentFragment, unknown>;
export const StartAuthorisationDocument = new TypedDocumentString(`
    mutation StartAuthorisation($input: StartAuthorisationInput!) {
  startAuthorisation(input: $input) {
    authorisation {
      authorisationId
      scaStatus
    }
    links {
      scaRedirect {
        href
      }
    }
    psuMessage
    tppMessages {
      ...Message
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<StartAuthorisationMutation, StartAuthorisationMutationVariables>;
export const StartCancellationDocument = new TypedDocumentString(`
    mutation StartCancellation($input: StartCancellationAuthorisationInput!) {
  startCancellationAuthorisation(input: $input) {
    authorisation {
      authorisationId
    }
    links {
      scaRedirect {
        href
      }
    }
    tppMessages {
      ...Message
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<StartCancellationMutation, StartCancellationMutationVariables>;
export const CompleteAuthorisationDocument = new TypedDocumentString(`
    mutation CompleteAuthorisation($input: CompleteAuthorisationInput!) {
  completeAuthorisation(input: $input) {
    authorisation {
      authorisationId
      scaStatus
    }
    psuMessage
    tppMessages {
      ...Message
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CompleteAuthorisationMutation, CompleteAuthorisationMutationVariables>;
export const PaymentDetailsDocument = new TypedDocumentString(`
    query PaymentDetails($paymentId: String!) {
  payment(paymentId: $paymentId) {
    ...PaymentDetails
  }
}
    fragment PaymentDetails on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  fundsAvailable
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  transactionFees {
    amount
    currency
  }
  statusHistory {
    from
    to
    at
    reason
  }
  basket {
    basketId
    transactionStatus
  }
  links {
    self {
      href
      verbs
    }
    startAuthorisation {
      href
    }
  }
  ... on DomesticPayment {
    requestedExecutionDate
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    frequency
    startDate
    endDate
    dayOfExecution
    executionRule
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
  ... on BulkPayment {
    requestedExecutionDate
    paymentInformationId
    entries {
      index
      endToEndIdentification
      transactionStatus
      reason
      instructedAmount {
        amount
        currency
      }
    }
    payments {
      creditorName
      creditorAccount {
        ...Account
      }
    }
  }
}
fragment Account on AccountReference {
  bban
  iban
  currency
  other {
    identification
  }
}`) as unknown as TypedDocumentString<PaymentDetailsQuery, PaymentDetailsQueryVariables>;
export const CancelPaymentDocument = new TypedDocumentString(`
    mutation CancelPayment($input: CancelPaymentInput!) {
  cancelPayment(input: $input) {
    payment {
      ...PaymentDetails
    }
    links {
      startAuthorisation {
        href
      }
    }
    tppMessages {
      ...Message
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}
fragment PaymentDetails on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  fundsAvailable
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  transactionFees {
    amount
    currency
  }
  statusHistory {
    from
    to
    at
    reason
  }
  basket {
    basketId
    transactionStatus
  }
  links {
    self {
      href
      verbs
    }
    startAuthorisation {
      href
    }
  }
  ... on DomesticPayment {
    requestedExecutionDate
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    requestedExecutionDate
    creditorAgent
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    creditorAccount {
      ...Account
    }
    remittanceInformationUnstructured
    frequency
    startDate
    endDate
    dayOfExecution
    executionRule
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
  ... on BulkPayment {
    requestedExecutionDate
    paymentInformationId
    entries {
      index
      endToEndIdentification
      transactionStatus
      reason
      instructedAmount {
        amount
        currency
      }
    }
    payments {
      creditorName
      creditorAccount {
        ...Account
      }
    }
  }
}
fragment Account on AccountReference {
  bban
  iban
  currency
  other {
    identification
  }
}`) as unknown as TypedDocumentString<CancelPaymentMutation, CancelPaymentMutationVariables>;
export const PaymentsPageDocument = new TypedDocumentString(`
    query PaymentsPage($first: Int!, $after: String, $filter: PaymentFilter) {
  payments(first: $first, after: $after, filter: $filter) {
    edges {
      node {
        ...ListedPayment
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ListedPayment on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
}`) as unknown as TypedDocumentString<PaymentsPageQuery, PaymentsPageQueryVariables>;
export const PaymentChangesDocument = new TypedDocumentString(`
    subscription PaymentChanges {
  paymentStatusChanged {
    ...ListedPayment
  }
}
    fragment ListedPayment on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
}`) as unknown as TypedDocumentString<PaymentChangesSubscription, PaymentChangesSubscriptionVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    tppId
    name
    roles
    sandboxClock
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;