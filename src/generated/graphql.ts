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
  /** A local date string (i.e., with no associated timezone) in `YYYY-MM-DD` format, e.g. `2020-01-01`. */
  LocalDate: { input: string; output: string; }
};

/** Reference of an account as it was sent (specification 2.1). */
export type AccountReference = {
  __typename?: 'AccountReference';
  /** Account number in national form. */
  bban?: Maybe<Scalars['String']['output']>;
  /** Currency of the account. */
  currency: CurrencyCode;
  /** ISO 13616 account number. */
  iban?: Maybe<Scalars['String']['output']>;
  /** Identification of a card account (specification 4.5). */
  other?: Maybe<OtherIdentification>;
};

/** Scheme of the identification; creditCardAccount is the only one (specification 4.5). */
export type AccountScheme =
  | 'creditCardAccount';

/** Address of a creditor (specification 2.2); townName is used in entries of a bulk payment. */
export type Address = {
  __typename?: 'Address';
  /** Number of the building. */
  buildingNumber?: Maybe<Scalars['String']['output']>;
  /**
   * City or town; deprecated in a bulk payment, use townName (specification 2.2).
   * @deprecated City or town; deprecated in a bulk payment, use townName (specification 2.2).
   */
  city?: Maybe<Scalars['String']['output']>;
  /** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
  country: CountryCode;
  /** Postal code. */
  postalCode?: Maybe<Scalars['String']['output']>;
  /** Street, at most 70 characters. */
  street?: Maybe<Scalars['String']['output']>;
  /** Town, in entries of a bulk payment only. */
  townName?: Maybe<Scalars['String']['output']>;
};

/** A sum of money in one currency (specification 2.1). */
export type Amount = {
  __typename?: 'Amount';
  /** Decimal number as a string with exactly the minor units of the currency: "100.00" NOK, "100" JPY, "1.000" KWD; at most 18 digits. */
  amount: Scalars['String']['output'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** A sum of money in one currency (specification 2.1). */
export type AmountInput = {
  /** Decimal number as a string with exactly the minor units of the currency: "100.00" NOK, "100" JPY, "1.000" KWD; at most 18 digits. */
  amount: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** An account named by its BBAN (specification 4.5, 4.6). */
export type BbanAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING. */
  bban: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
};

/** An ordinary account by BBAN or a card account by `other`, exactly one of them (specification 4.5). */
export type BbanOrCardAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING. */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
  currency: CurrencyCode;
  /** Identification of an account that has no BBAN: a card account (specification 4.5). */
  other?: InputMaybe<OtherIdentificationInput>;
};

/** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
export type CountryCode =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW';

/** Input of createInstantPayment: the fields of the REST body (specification 4.5), flat, and what REST takes elsewhere. */
export type CreateInstantPaymentInput = {
  /** Whether a payment like one of the last 24 hours is meant (specification 4.5). */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account named by its BBAN (specification 4.5, 4.6). */
  creditorAccount: BbanAccountInput;
  /** Address of the creditor (specification 2.2). */
  creditorAddress: PostalAddressInput;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** An ordinary account by BBAN or a card account by `other`, exactly one of them (specification 4.5). */
  debtorAccount: BbanOrCardAccountInput;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: AmountInput;
  /** The PSU, where headers do not name them. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Party that owes the money, when not the debtor; at most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** What createInstantPayment led to: the payment, or the reasons against it. */
export type CreateInstantPaymentPayload = {
  __typename?: 'CreateInstantPaymentPayload';
  /** Links of the payment, or scaRedirect of a challenge. */
  links?: Maybe<Links>;
  /** The payment; null when it was refused. */
  payment?: Maybe<InstantPayment>;
  /** Text to show to the PSU, at most 512 characters. */
  psuMessage?: Maybe<Scalars['String']['output']>;
  /** Faults of a refusal, or warnings. */
  tppMessages: Array<TppMessage>;
};

/** ISO 4217 alphabetic code, one of the 162 the interface takes (specification 2.5). */
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GGP'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'IMP'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SPL'
  | 'SRD'
  | 'STD'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TVD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VEF'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XDR'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMW'
  | 'ZWD';

/** HTTP method that a link takes (specification 2.1). */
export type HttpVerb =
  | 'DELETE'
  | 'GET'
  | 'POST'
  | 'PUT';

/** An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it. */
export type InstantPayment = Payment & {
  __typename?: 'InstantPayment';
  /** When the payment was created, by the clock of the TPP. */
  createdAt: Scalars['DateTime']['output'];
  /** An account named by its BBAN (specification 4.5, 4.6). */
  creditorAccount: AccountReference;
  /** Address of the creditor (specification 2.2). */
  creditorAddress: Address;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['output'];
  /** The account that is charged. */
  debtorAccount: AccountReference;
  /** Name of the debtor, when known. */
  debtorName?: Maybe<Scalars['String']['output']>;
  /** Whether the debtor account covers the payment; null where no check was made. */
  fundsAvailable?: Maybe<Scalars['Boolean']['output']>;
  /** A sum of money in one currency (specification 2.1). */
  instructedAmount: Amount;
  /** Links that the state of the payment offers. */
  links: Links;
  /** Opaque identifier, as in REST. */
  paymentId: Scalars['String']['output'];
  /** The payment product. */
  product: PaymentProduct;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
  purposeCode?: Maybe<PurposeCode>;
  /** Structured remittance information; carries the KID (specification 2.1). */
  remittanceInformationStructured?: Maybe<RemittanceInformationStructured>;
  /** Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form (specification 4.5). */
  remittanceInformationUnstructured?: Maybe<Scalars['String']['output']>;
  /** Whether the payment incurs a fee (specification 2.4). */
  transactionFeeIndicator: Scalars['Boolean']['output'];
  /** Total fee (specification 2.4). */
  transactionFees: Amount;
  /** Where the payment stands (specification 3). */
  transactionStatus: PaymentStatus;
  /** Party that owes the money, when not the debtor; at most 70 characters. */
  ultimateDebtor?: Maybe<Scalars['String']['output']>;
};

/** A link: an address and the methods it takes (specification 2.1). */
export type Link = {
  __typename?: 'Link';
  /** Address; relative from /v1/ for resources of the interface, absolute for scaRedirect. */
  href: Scalars['String']['output'];
  /** Methods that the address takes. */
  verbs: Array<HttpVerb>;
};

/** Links that the state of a resource offers; a missing one is not offered now (specification 2.1). */
export type Links = {
  __typename?: 'Links';
  /** The page to send the PSU to (specification 7.3). */
  scaRedirect?: Maybe<Link>;
  /** Status of the authorisation. */
  scaStatus?: Maybe<Link>;
  /** The resource. */
  self?: Maybe<Link>;
  /** Where an authorisation is started, while one can be. */
  startAuthorisation?: Maybe<Link>;
  /** Its status. */
  status?: Maybe<Link>;
};

/** Whether a message says no or only warns (specification 2.1). */
export type MessageCategory =
  | 'ERROR'
  | 'WARNING';

/** Code of a message to the TPP (specification 7.2). */
export type MessageCode =
  /** Too many requests; wait as long as Retry-After says. HTTP 429. */
  | 'ACCESS_EXCEEDED'
  /** The request cannot be understood. HTTP 400. */
  | 'BAD_REQUEST'
  /** The signing certificate has expired. HTTP 401. */
  | 'CERTIFICATE_EXPIRED'
  /** The signing certificate is not accepted. HTTP 401. */
  | 'CERTIFICATE_INVALID'
  /** The request conflicts with the state of a resource. HTTP 409. */
  | 'CONFLICT'
  /** The consent has expired. HTTP 401. */
  | 'CONSENT_EXPIRED'
  /** The consent does not cover this request. HTTP 401. */
  | 'CONSENT_INVALID'
  /** There is no such consent. HTTP 403. */
  | 'CONSENT_UNKNOWN'
  /** The execution date lies in the past. HTTP 400. */
  | 'EXECUTION_DATE_INVALID'
  /** The caller may not do this. HTTP 403. */
  | 'FORBIDDEN'
  /** A field is missing, malformed or breaks a rule. HTTP 400. */
  | 'FORMAT_ERROR'
  /** A required header is missing. HTTP 400. */
  | 'HTTP_HEADER_REQUIRED'
  /** The KID does not fit the agreement of the creditor. HTTP 400. */
  | 'KID_INVALID'
  /** The creditor demands a KID and none was sent. HTTP 400. */
  | 'KID_MISSING'
  /** There is no such path. HTTP 404. */
  | 'NOT_FOUND'
  /** The payment could not be carried out. HTTP 400. */
  | 'PAYMENT_FAILED'
  /** The payment product cannot be used here. HTTP 403. */
  | 'PRODUCT_INVALID'
  /** There is no such payment product in this service. HTTP 404. */
  | 'PRODUCT_UNKNOWN'
  /** The PSU must authenticate first; follow scaRedirect. HTTP 401. */
  | 'PSU_CREDENTIALS_INVALID'
  /** A required query parameter is missing. HTTP 400. */
  | 'QUERY_PARAMETER_REQUIRED'
  /** These payments cannot share a signing basket. HTTP 400. */
  | 'REFERENCE_MIX_INVALID'
  /** There is no such resource. HTTP 404. */
  | 'RESOURCE_UNKNOWN'
  /** The certificate lacks the PSD2 role for this. HTTP 403. */
  | 'ROLE_INVALID'
  /** The authentication of the PSU is older than 180 days; follow scaRedirect. HTTP 401. */
  | 'SCA_EXPIRED'
  /** The authentication data is not valid. HTTP 400. */
  | 'SCA_INVALID'
  /** There is no such authorisation. HTTP 404. */
  | 'SCA_NOT_FOUND'
  /** The signature does not verify. HTTP 401. */
  | 'SIGNATURE_INVALID'
  /** The service failed; the id of this answer is in its log. HTTP 500. */
  | 'SYSTEM_ERROR';

/** What a TPP may do; each answers the resource or the reasons against it. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Creates a payment. An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it. Specification 4.5. */
  createInstantPayment: CreateInstantPaymentPayload;
};


/** What a TPP may do; each answers the resource or the reasons against it. */
export type MutationCreateInstantPaymentArgs = {
  input: CreateInstantPaymentInput;
};

/** Identification of an account that has no BBAN: a card account (specification 4.5). */
export type OtherIdentification = {
  __typename?: 'OtherIdentification';
  /** Identification of the card account. */
  identification: Scalars['String']['output'];
  /** Scheme of the identification; creditCardAccount is the only one (specification 4.5). */
  schemeNameProprietary: AccountScheme;
};

/** Identification of an account that has no BBAN: a card account (specification 4.5). */
export type OtherIdentificationInput = {
  /** Identification of the card account. */
  identification: Scalars['String']['input'];
  /** Scheme of the identification; creditCardAccount is the only one (specification 4.5). */
  schemeNameProprietary: AccountScheme;
};

/** What every payment has, whatever its product (specification 2.4, 3). */
export type Payment = {
  /** When the payment was created, by the clock of the TPP. */
  createdAt: Scalars['DateTime']['output'];
  /** The account that is charged. */
  debtorAccount: AccountReference;
  /** Name of the debtor, when known. */
  debtorName?: Maybe<Scalars['String']['output']>;
  /** Whether the debtor account covers the payment; null where no check was made. */
  fundsAvailable?: Maybe<Scalars['Boolean']['output']>;
  /** Links that the state of the payment offers. */
  links: Links;
  /** Opaque identifier, as in REST. */
  paymentId: Scalars['String']['output'];
  /** The payment product. */
  product: PaymentProduct;
  /** Whether the payment incurs a fee (specification 2.4). */
  transactionFeeIndicator: Scalars['Boolean']['output'];
  /** Total fee (specification 2.4). */
  transactionFees: Amount;
  /** Where the payment stands (specification 3). */
  transactionStatus: PaymentStatus;
};

/** Payment products of the interface, by their short names. */
export type PaymentProduct =
  /** instant-norwegian-domestic-credit-transfers-straks: An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it. Specification 4.5. */
  | 'INDCTS';

/** Status of a payment, ISO 20022 codes (specification 3). PRSY belongs to bulk payments alone. */
export type PaymentStatus =
  /** Accepted after the checks of the customer; a single payment waits for cover, a periodic one is running. */
  | 'ACCP'
  /** Settled on the debtor account. */
  | 'ACSC'
  /** Settlement is under way. */
  | 'ACSP'
  /** Accepted after checks of form and authentication. */
  | 'ACTC'
  /** Accepted with a change. */
  | 'ACWC'
  /** Accepted, not yet booked at the creditor. */
  | 'ACWP'
  /** Cancelled before it was carried out. */
  | 'CANC'
  /** Some entries of the bulk payment were settled, the others rejected. */
  | 'PART'
  /** Approved; waits for the bank to carry it out. */
  | 'PDNG'
  /** The bulk payment is processed in part. */
  | 'PRSY'
  /** Received; the PSU has not approved it. */
  | 'RCVD'
  /** Rejected. */
  | 'RJCT';

/** Address of the creditor (specification 2.2). */
export type PostalAddressInput = {
  /** Number of the building. */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /** City or town. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2 country, one of those the interface takes (specification 2.6). */
  country: CountryCode;
  /** Postal code. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** Street, at most 70 characters. */
  street?: InputMaybe<Scalars['String']['input']>;
};

/** Whether the PSU acts as a person or for a company (header PSU-Context, specification 5.2). */
export type PsuContext =
  | 'CORPORATE'
  | 'PRIVATE';

/** What the PSU headers of table 5.2 say, for clients that cannot set headers; where both are sent they must agree. */
export type PsuInput = {
  /** PSU-Context; required for single SCA. */
  context?: InputMaybe<PsuContext>;
  /** PSU-Corporate-ID; required of a corporate PSU. */
  corporateId?: InputMaybe<Scalars['String']['input']>;
  /** PSU-IP-Address. */
  ipAddress?: InputMaybe<Scalars['String']['input']>;
  /** PSU-ID: identifier of the PSU at the TPP, a UUID. */
  psuId?: InputMaybe<Scalars['String']['input']>;
  /** TPP-Redirect-URI: where the PSU returns to. */
  redirectUri?: InputMaybe<Scalars['String']['input']>;
  /** TPP-Session-ID. */
  sessionId?: InputMaybe<Scalars['String']['input']>;
};

/** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code (specification 2.1). */
export type PurposeCode =
  | 'CASH'
  | 'CORT'
  | 'IDCP'
  | 'INTC'
  | 'INVS'
  | 'LOAN'
  | 'OTHR'
  | 'PENS'
  | 'SALA'
  | 'SSBE'
  | 'SUPP'
  | 'TAXS'
  | 'TREA'
  | 'VATX';

/** What a TPP may read. */
export type Query = {
  __typename?: 'Query';
  /** A payment of the calling TPP; RESOURCE_UNKNOWN when there is none with this id. */
  payment?: Maybe<Payment>;
  /** Who is asking. */
  viewer: Viewer;
};


/** What a TPP may read. */
export type QueryPaymentArgs = {
  paymentId: Scalars['String']['input'];
};

/** Structured remittance information; carries the KID (specification 2.1). */
export type RemittanceInformationStructured = {
  __typename?: 'RemittanceInformationStructured';
  /** Reference of the creditor: a KID, 1 to 35 characters. */
  reference: Scalars['String']['output'];
  /** Issuer of the reference, 1 to 35 characters. */
  referenceIssuer?: Maybe<Scalars['String']['output']>;
  /** Type of the reference, 1 to 35 characters: SCOR or none for a KID, CINV for an invoice. */
  referenceType?: Maybe<Scalars['String']['output']>;
};

/** Structured remittance information; carries the KID (specification 2.1). */
export type RemittanceInformationStructuredInput = {
  /** Reference of the creditor: a KID, 1 to 35 characters. */
  reference: Scalars['String']['input'];
  /** Issuer of the reference, 1 to 35 characters. */
  referenceIssuer?: InputMaybe<Scalars['String']['input']>;
  /** Type of the reference, 1 to 35 characters: SCOR or none for a KID, CINV for an invoice. */
  referenceType?: InputMaybe<Scalars['String']['input']>;
};

/** A message to the TPP (specification 2.1). */
export type TppMessage = {
  __typename?: 'TppMessage';
  /** ERROR or WARNING. */
  category: MessageCategory;
  /** What is the matter. */
  code: MessageCode;
  /** Where: creditorAccount.bban, payments[2].instructedAmount.amount, or the name of a header. */
  path?: Maybe<Scalars['String']['output']>;
  /** In words, at most 512 characters. */
  text?: Maybe<Scalars['String']['output']>;
};

/** The calling TPP. */
export type Viewer = {
  __typename?: 'Viewer';
  /** Its name. */
  name: Scalars['String']['output'];
  /** PSD2 roles of its certificate; empty when the certificate names none. */
  roles: Array<Scalars['String']['output']>;
  /** The time at which the sandbox lives for this TPP. */
  sandboxClock: Scalars['DateTime']['output'];
  /** Its organizationIdentifier (ETSI TS 119 495), else the subject of its certificate. */
  tppId: Scalars['String']['output'];
};

export type CreateInstantPaymentMutationVariables = Exact<{
  input: CreateInstantPaymentInput;
}>;


export type CreateInstantPaymentMutation = { __typename?: 'Mutation', createInstantPayment: { __typename?: 'CreateInstantPaymentPayload', payment?: { __typename?: 'InstantPayment', paymentId: string, transactionStatus: PaymentStatus } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text?: string | null }>, links?: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, scaRedirect?: { __typename?: 'Link', href: string } | null } | null } };

export type PaymentStatusQueryVariables = Exact<{
  paymentId: Scalars['String']['input'];
}>;


export type PaymentStatusQuery = { __typename?: 'Query', payment?: { __typename?: 'InstantPayment', paymentId: string, transactionStatus: PaymentStatus } | null };

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

export const CreateInstantPaymentDocument = new TypedDocumentString(`
    mutation CreateInstantPayment($input: CreateInstantPaymentInput!) {
  createInstantPayment(input: $input) {
    payment {
      paymentId
      transactionStatus
    }
    tppMessages {
      category
      code
      path
      text
    }
    links {
      self {
        href
        verbs
      }
      scaRedirect {
        href
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateInstantPaymentMutation, CreateInstantPaymentMutationVariables>;
export const PaymentStatusDocument = new TypedDocumentString(`
    query PaymentStatus($paymentId: String!) {
  payment(paymentId: $paymentId) {
    paymentId
    transactionStatus
  }
}
    `) as unknown as TypedDocumentString<PaymentStatusQuery, PaymentStatusQueryVariables>;