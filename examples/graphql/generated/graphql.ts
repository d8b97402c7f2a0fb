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
  /** A moment, `date-time` of RFC 3339. Responses are in UTC with milliseconds, such as 2026-01-31T09:30:00.000Z; input may have another offset. */
  DateTime: { input: string; output: string; }
  /** A calendar day, `full-date` of RFC 3339, such as 2026-01-31. It has no time and no time zone. */
  LocalDate: { input: string; output: string; }
};

/** Scheme of the identification. Only creditCardAccount is supported. */
export type AccountScheme =
  /** Credit card account: the identification names a credit card account. */
  | 'creditCardAccount';

/** How far to move the sandbox clock: give either by or to. At most five years, and not into the past. */
export type AdvanceSandboxClockInput = {
  /** ISO 8601 duration such as P1D or PT6H, by the calendar in Oslo. */
  by?: InputMaybe<Scalars['String']['input']>;
  /** New time of the clock. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A sum of money in one currency. */
export type AmountInput = {
  /** Decimal number as a string with exactly as many decimals as the currency has: "100.00" for NOK, "100" for JPY, "1.000" for KWD. At most 18 digits. */
  amount: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
};

/** An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account. */
export type AnyAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING. */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
  /** ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups. */
  iban?: InputMaybe<Scalars['String']['input']>;
};

/** How an authorisation ended. */
export type AuthorisationEndReason =
  /** Approved. */
  | 'APPROVED'
  /** Not finished in time. */
  | 'EXPIRED'
  /** The customer may not use the debtor account. */
  | 'NOT_ALLOWED'
  /** Approved, but the bank could not carry it out. */
  | 'PAYMENT_FAILED'
  /** Rejected by the PSU. */
  | 'REJECTED'
  /** The payment or basket has changed or ended in the meantime. */
  | 'RESOURCE_CHANGED'
  /** Replaced by a later authorisation. */
  | 'SUPERSEDED'
  /** Ended after fifteen wrong codes in the authorisations of one payment. */
  | 'TOO_MANY_CODES'
  /** The response of the identity provider failed a check. */
  | 'UNVERIFIED'
  /** Withdrawn by the third party. */
  | 'WITHDRAWN'
  /** Ended after five wrong numbers or codes. */
  | 'WRONG_CODE'
  /** The customer is not the person whom the TPP named. */
  | 'WRONG_IDENTITY';

/** What the PSU approves. */
export type AuthorisationKind =
  /** Basket: the PSU approves a signing basket that holds the payment. */
  | 'BASKET'
  /** Cancellation: the PSU approves the cancellation of the payment. */
  | 'CANCELLATION'
  /** Payment: the PSU approves the payment. */
  | 'PAYMENT';

/** What the PSU does in the simulated bank app. */
export type AuthorisationOutcome =
  /** Approve: the PSU approves. */
  | 'APPROVE'
  /** Expire: the PSU does nothing until the link has expired. */
  | 'EXPIRE'
  /** Reject: the PSU rejects. */
  | 'REJECT';

/** An account identified by its BBAN. */
export type BbanAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING. */
  bban: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
};

/** An ordinary account in bban, or a card account in other. Send exactly one of the two. */
export type BbanOrCardAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING. */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
  /** Identification of an account that has no BBAN: a card account. */
  other?: InputMaybe<OtherIdentificationInput>;
};

/** Which transactions to read. The sandbox has no pending transactions. */
export type BookingStatus =
  /** Booked: transactions on the account. */
  | 'booked'
  /** Both: booked and pending transactions. */
  | 'both'
  /** Pending: transactions that are reserved, not yet booked. */
  | 'pending';

/** One transfer of a bulk payment. */
export type BulkPaymentEntryInput = {
  /** An account identified by its BBAN. */
  creditorAccount: BbanAccountInput;
  /** Address of the creditor of a bulk payment entry. */
  creditorAddress: BulkPostalAddressInput;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** Name of the debtor, at most 70 characters. */
  debtorName?: InputMaybe<Scalars['String']['input']>;
  /** Reference that the creditor receives with the payment, at most 35 characters. */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /**
   * Structured reference. Use remittanceInformationStructuredArray instead.
   * @deprecated Structured reference. Use remittanceInformationStructuredArray instead.
   */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references as a list, instead of the single object. */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** Address of the creditor of a bulk payment entry. */
export type BulkPostalAddressInput = {
  /** Number of the building. */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /**
   * City or town. Deprecated in a bulk payment: use townName.
   * @deprecated City or town. Deprecated in a bulk payment: use townName.
   */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2 code of a country that the interface supports. */
  country: CountryCode;
  /** Postal code. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** Street, at most 70 characters. */
  street?: InputMaybe<Scalars['String']['input']>;
  /** Town, in entries of a bulk payment only. */
  townName?: InputMaybe<Scalars['String']['input']>;
};

/** The input of cancelPayment. */
export type CancelPaymentInput = {
  /** The payment. */
  paymentId: Scalars['String']['input'];
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
};

/** An amount of a card transaction: a whole number. */
export type CardAmountInput = {
  /** The amount as a whole number of 32 bits. */
  amount: Scalars['Int']['input'];
  /** Currency, three capital letters. */
  currency: Scalars['String']['input'];
};

/** A transaction on a card account. */
export type CardTransactionInput = {
  /** Booking date. It must not be later than today or the value date. */
  bookingDate: Scalars['LocalDate']['input'];
  /** Postal address. */
  cardAcceptorAddress: PostalAddressInput;
  /** The merchant. It may be empty. */
  cardAcceptorId: Scalars['String']['input'];
  /** Id of the transaction, unique on the card account. */
  cardTransactionId: Scalars['String']['input'];
  /** Currency exchange of a card transaction. */
  currencyExchange?: InputMaybe<CurrencyExchangeInput>;
  /** Whether the transaction has been invoiced. */
  invoiced: Scalars['Boolean']['input'];
  /** Number of the card with its middle digits hidden. It may be empty. */
  maskedPan: Scalars['String']['input'];
  /** Category of the merchant. */
  merchantCategoryCode: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number. */
  originalAmount: CardAmountInput;
  /** Code of the bank for the transaction. It may be empty. */
  proprietaryBankTransactionCode: Scalars['String']['input'];
  /** Terminal. It may be empty. */
  terminalId: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number. */
  transactionAmount: CardAmountInput;
  /** Date of the purchase. It is also the value date if valueDate is absent. */
  transactionDate: Scalars['LocalDate']['input'];
  /** Text of the transaction. It may be empty. */
  transactionDetails: Scalars['String']['input'];
  /** Value date, if it differs from transactionDate. It must not be later than today. */
  valueDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

/** Checks of a request, in their order. */
export type CheckName =
  /** Body: its fields, or the variables and the input of GraphQL. */
  | 'BODY'
  /** Headers: the required ones are present, and all are well formed. */
  | 'HEADERS'
  /** PSU session: whether the PSU has logged in. */
  | 'PSU_SESSION'
  /** Query: query parameters and product, or the GraphQL document. */
  | 'QUERY'
  /** Request: method, path, size, media types. */
  | 'REQUEST'
  /** Request id: whether the X-Request-ID was used before, and whether the TPP keeps to its rate limit. */
  | 'REQUEST_ID'
  /** Rules: the rules of the bank, and the operation itself. */
  | 'RULES'
  /** Signature: certificate, signature, digest and role, or the console token. */
  | 'SIGNATURE';

/** The result of a check. */
export type CheckResult =
  /** Failed: it refused the request. */
  | 'FAILED'
  /** Passed: nothing was wrong. */
  | 'PASSED'
  /** Skipped: an earlier check refused the request. */
  | 'SKIPPED';

/** The input of completeAuthorisation. */
export type CompleteAuthorisationInput = {
  /** The authorisation. */
  authorisationId: Scalars['String']['input'];
  /** Number of the customer who approves. Default: the customer who has logged in, else the holder of the debtor account, else the first private customer. */
  customerNumber?: InputMaybe<Scalars['String']['input']>;
  /** What the PSU does. */
  outcome: AuthorisationOutcome;
};

/** ISO 3166-1 alpha-2 code of a country that the interface supports. */
export type CountryCode =
  /** Andorra. */
  | 'AD'
  /** United Arab Emirates. */
  | 'AE'
  /** Afghanistan. */
  | 'AF'
  /** Antigua and Barbuda. */
  | 'AG'
  /** Anguilla. */
  | 'AI'
  /** Albania. */
  | 'AL'
  /** Armenia. */
  | 'AM'
  /** Angola. */
  | 'AO'
  /** Antarctica. */
  | 'AQ'
  /** Argentina. */
  | 'AR'
  /** American Samoa. */
  | 'AS'
  /** Austria. */
  | 'AT'
  /** Australia. */
  | 'AU'
  /** Aruba. */
  | 'AW'
  /** Åland Islands. */
  | 'AX'
  /** Azerbaijan. */
  | 'AZ'
  /** Bosnia and Herzegovina. */
  | 'BA'
  /** Barbados. */
  | 'BB'
  /** Bangladesh. */
  | 'BD'
  /** Belgium. */
  | 'BE'
  /** Burkina Faso. */
  | 'BF'
  /** Bulgaria. */
  | 'BG'
  /** Bahrain. */
  | 'BH'
  /** Burundi. */
  | 'BI'
  /** Benin. */
  | 'BJ'
  /** Saint Barthélemy. */
  | 'BL'
  /** Bermuda. */
  | 'BM'
  /** Brunei. */
  | 'BN'
  /** Bolivia. */
  | 'BO'
  /** Caribbean Netherlands. */
  | 'BQ'
  /** Brazil. */
  | 'BR'
  /** Bahamas. */
  | 'BS'
  /** Bhutan. */
  | 'BT'
  /** Bouvet Island. */
  | 'BV'
  /** Botswana. */
  | 'BW'
  /** Belarus. */
  | 'BY'
  /** Belize. */
  | 'BZ'
  /** Canada. */
  | 'CA'
  /** Cocos (Keeling) Islands. */
  | 'CC'
  /** Congo (Kinshasa). */
  | 'CD'
  /** Central African Republic. */
  | 'CF'
  /** Congo (Brazzaville). */
  | 'CG'
  /** Switzerland. */
  | 'CH'
  /** Ivory Coast. */
  | 'CI'
  /** Cook Islands. */
  | 'CK'
  /** Chile. */
  | 'CL'
  /** Cameroon. */
  | 'CM'
  /** China. */
  | 'CN'
  /** Colombia. */
  | 'CO'
  /** Costa Rica. */
  | 'CR'
  /** Cuba. */
  | 'CU'
  /** Cape Verde. */
  | 'CV'
  /** Curaçao. */
  | 'CW'
  /** Christmas Island. */
  | 'CX'
  /** Cyprus. */
  | 'CY'
  /** Czechia. */
  | 'CZ'
  /** Germany. */
  | 'DE'
  /** Djibouti. */
  | 'DJ'
  /** Denmark. */
  | 'DK'
  /** Dominica. */
  | 'DM'
  /** Dominican Republic. */
  | 'DO'
  /** Algeria. */
  | 'DZ'
  /** Ecuador. */
  | 'EC'
  /** Estonia. */
  | 'EE'
  /** Egypt. */
  | 'EG'
  /** Western Sahara. */
  | 'EH'
  /** Eritrea. */
  | 'ER'
  /** Spain. */
  | 'ES'
  /** Ethiopia. */
  | 'ET'
  /** Finland. */
  | 'FI'
  /** Fiji. */
  | 'FJ'
  /** Falkland Islands. */
  | 'FK'
  /** Micronesia. */
  | 'FM'
  /** Faroe Islands. */
  | 'FO'
  /** France. */
  | 'FR'
  /** Gabon. */
  | 'GA'
  /** United Kingdom. */
  | 'GB'
  /** Grenada. */
  | 'GD'
  /** Georgia. */
  | 'GE'
  /** French Guiana. */
  | 'GF'
  /** Guernsey. */
  | 'GG'
  /** Ghana. */
  | 'GH'
  /** Gibraltar. */
  | 'GI'
  /** Greenland. */
  | 'GL'
  /** Gambia. */
  | 'GM'
  /** Guinea. */
  | 'GN'
  /** Guadeloupe. */
  | 'GP'
  /** Equatorial Guinea. */
  | 'GQ'
  /** Greece. */
  | 'GR'
  /** South Georgia and South Sandwich Islands. */
  | 'GS'
  /** Guatemala. */
  | 'GT'
  /** Guam. */
  | 'GU'
  /** Guinea-Bissau. */
  | 'GW'
  /** Guyana. */
  | 'GY'
  /** Hong Kong. */
  | 'HK'
  /** Heard and McDonald Islands. */
  | 'HM'
  /** Honduras. */
  | 'HN'
  /** Croatia. */
  | 'HR'
  /** Haiti. */
  | 'HT'
  /** Hungary. */
  | 'HU'
  /** Indonesia. */
  | 'ID'
  /** Ireland. */
  | 'IE'
  /** Israel. */
  | 'IL'
  /** Isle of Man. */
  | 'IM'
  /** India. */
  | 'IN'
  /** British Indian Ocean Territory. */
  | 'IO'
  /** Iraq. */
  | 'IQ'
  /** Iran. */
  | 'IR'
  /** Iceland. */
  | 'IS'
  /** Italy. */
  | 'IT'
  /** Jersey. */
  | 'JE'
  /** Jamaica. */
  | 'JM'
  /** Jordan. */
  | 'JO'
  /** Japan. */
  | 'JP'
  /** Kenya. */
  | 'KE'
  /** Kyrgyzstan. */
  | 'KG'
  /** Cambodia. */
  | 'KH'
  /** Kiribati. */
  | 'KI'
  /** Comoros. */
  | 'KM'
  /** Saint Kitts and Nevis. */
  | 'KN'
  /** North Korea. */
  | 'KP'
  /** South Korea. */
  | 'KR'
  /** Kuwait. */
  | 'KW'
  /** Cayman Islands. */
  | 'KY'
  /** Kazakhstan. */
  | 'KZ'
  /** Laos. */
  | 'LA'
  /** Lebanon. */
  | 'LB'
  /** Saint Lucia. */
  | 'LC'
  /** Liechtenstein. */
  | 'LI'
  /** Sri Lanka. */
  | 'LK'
  /** Liberia. */
  | 'LR'
  /** Lesotho. */
  | 'LS'
  /** Lithuania. */
  | 'LT'
  /** Luxembourg. */
  | 'LU'
  /** Latvia. */
  | 'LV'
  /** Libya. */
  | 'LY'
  /** Morocco. */
  | 'MA'
  /** Monaco. */
  | 'MC'
  /** Moldova. */
  | 'MD'
  /** Montenegro. */
  | 'ME'
  /** Saint Martin. */
  | 'MF'
  /** Madagascar. */
  | 'MG'
  /** Marshall Islands. */
  | 'MH'
  /** North Macedonia. */
  | 'MK'
  /** Mali. */
  | 'ML'
  /** Myanmar. */
  | 'MM'
  /** Mongolia. */
  | 'MN'
  /** Macao. */
  | 'MO'
  /** Northern Mariana Islands. */
  | 'MP'
  /** Martinique. */
  | 'MQ'
  /** Mauritania. */
  | 'MR'
  /** Montserrat. */
  | 'MS'
  /** Malta. */
  | 'MT'
  /** Mauritius. */
  | 'MU'
  /** Maldives. */
  | 'MV'
  /** Malawi. */
  | 'MW'
  /** Mexico. */
  | 'MX'
  /** Malaysia. */
  | 'MY'
  /** Mozambique. */
  | 'MZ'
  /** Namibia. */
  | 'NA'
  /** New Caledonia. */
  | 'NC'
  /** Niger. */
  | 'NE'
  /** Norfolk Island. */
  | 'NF'
  /** Nigeria. */
  | 'NG'
  /** Nicaragua. */
  | 'NI'
  /** Netherlands. */
  | 'NL'
  /** Norway. */
  | 'NO'
  /** Nepal. */
  | 'NP'
  /** Nauru. */
  | 'NR'
  /** Niue. */
  | 'NU'
  /** New Zealand. */
  | 'NZ'
  /** Oman. */
  | 'OM'
  /** Panama. */
  | 'PA'
  /** Peru. */
  | 'PE'
  /** French Polynesia. */
  | 'PF'
  /** Papua New Guinea. */
  | 'PG'
  /** Philippines. */
  | 'PH'
  /** Pakistan. */
  | 'PK'
  /** Poland. */
  | 'PL'
  /** Saint Pierre and Miquelon. */
  | 'PM'
  /** Pitcairn Islands. */
  | 'PN'
  /** Puerto Rico. */
  | 'PR'
  /** Palestinian Territories. */
  | 'PS'
  /** Portugal. */
  | 'PT'
  /** Palau. */
  | 'PW'
  /** Paraguay. */
  | 'PY'
  /** Qatar. */
  | 'QA'
  /** Réunion. */
  | 'RE'
  /** Romania. */
  | 'RO'
  /** Serbia. */
  | 'RS'
  /** Russia. */
  | 'RU'
  /** Rwanda. */
  | 'RW'
  /** Saudi Arabia. */
  | 'SA'
  /** Solomon Islands. */
  | 'SB'
  /** Seychelles. */
  | 'SC'
  /** Sudan. */
  | 'SD'
  /** Sweden. */
  | 'SE'
  /** Singapore. */
  | 'SG'
  /** Saint Helena. */
  | 'SH'
  /** Slovenia. */
  | 'SI'
  /** Svalbard and Jan Mayen. */
  | 'SJ'
  /** Slovakia. */
  | 'SK'
  /** Sierra Leone. */
  | 'SL'
  /** San Marino. */
  | 'SM'
  /** Senegal. */
  | 'SN'
  /** Somalia. */
  | 'SO'
  /** Suriname. */
  | 'SR'
  /** South Sudan. */
  | 'SS'
  /** São Tomé and Príncipe. */
  | 'ST'
  /** El Salvador. */
  | 'SV'
  /** Sint Maarten. */
  | 'SX'
  /** Syria. */
  | 'SY'
  /** Eswatini. */
  | 'SZ'
  /** Turks and Caicos Islands. */
  | 'TC'
  /** Chad. */
  | 'TD'
  /** French Southern Territories. */
  | 'TF'
  /** Togo. */
  | 'TG'
  /** Thailand. */
  | 'TH'
  /** Tajikistan. */
  | 'TJ'
  /** Tokelau. */
  | 'TK'
  /** Timor-Leste. */
  | 'TL'
  /** Turkmenistan. */
  | 'TM'
  /** Tunisia. */
  | 'TN'
  /** Tonga. */
  | 'TO'
  /** Türkiye. */
  | 'TR'
  /** Trinidad and Tobago. */
  | 'TT'
  /** Tuvalu. */
  | 'TV'
  /** Taiwan. */
  | 'TW'
  /** Tanzania. */
  | 'TZ'
  /** Ukraine. */
  | 'UA'
  /** Uganda. */
  | 'UG'
  /** US Outlying Islands. */
  | 'UM'
  /** United States. */
  | 'US'
  /** Uruguay. */
  | 'UY'
  /** Uzbekistan. */
  | 'UZ'
  /** Vatican City. */
  | 'VA'
  /** Saint Vincent and Grenadines. */
  | 'VC'
  /** Venezuela. */
  | 'VE'
  /** British Virgin Islands. */
  | 'VG'
  /** US Virgin Islands. */
  | 'VI'
  /** Vietnam. */
  | 'VN'
  /** Vanuatu. */
  | 'VU'
  /** Wallis and Futuna. */
  | 'WF'
  /** Samoa. */
  | 'WS'
  /** Yemen. */
  | 'YE'
  /** Mayotte. */
  | 'YT'
  /** South Africa. */
  | 'ZA'
  /** Zambia. */
  | 'ZM'
  /** Zimbabwe. */
  | 'ZW';

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreateBulkPaymentInput = {
  /** Set it to true to create a payment that equals a payment of the last 24 hours. */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account identified by its BBAN. */
  debtorAccount: BbanAccountInput;
  /** Unique id of the bulk payment, assigned by the sender, at most 35 characters. */
  paymentInformationId?: InputMaybe<Scalars['String']['input']>;
  /** The transfers, 1 to 1,000. */
  payments: Array<BulkPaymentEntryInput>;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Execution date in Europe/Oslo, today or later. The default is today. */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

/** May be left out. Every mutation has an input. */
export type CreateConsoleLinkInput = {
  /** For the client's own use; the bank ignores it. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

/** May be left out. Every mutation has an input. */
export type CreateConsoleTokenInput = {
  /** For the client's own use; the bank ignores it. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  /** For the client's own use; the bank ignores it. */
  note?: InputMaybe<Scalars['String']['input']>;
};

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreateCrossBorderPaymentInput = {
  /** Set it to true to create a payment that equals a payment of the last 24 hours. */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account. */
  creditorAccount: AnyAccountInput;
  /** Postal address. */
  creditorAddress: PostalAddressInput;
  /** BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING. */
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account. */
  debtorAccount: AnyAccountInput;
  /** Reference that the creditor receives with the payment, at most 35 characters. */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** NCBCT or CBCT; default NCBCT. */
  product?: InputMaybe<PaymentProduct>;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Code of the report to the currency register, at most 10 characters. */
  regulatoryReportingCode?: InputMaybe<Scalars['String']['input']>;
  /** Purpose of the payment in words, for the currency register. At most 140 characters. */
  regulatoryReportingInformation?: InputMaybe<Scalars['String']['input']>;
  /** Structured remittance information, such as a KID. */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references as a list, instead of the single object. */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Execution date in Europe/Oslo, today or later. The default is today. */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreateDomesticPaymentInput = {
  /** Set it to true to create a payment that equals a payment of the last 24 hours. */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account identified by its BBAN. */
  creditorAccount: BbanAccountInput;
  /** Postal address. */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** An account identified by its BBAN. */
  debtorAccount: BbanAccountInput;
  /** Reference that the creditor receives with the payment, at most 35 characters. */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information, such as a KID. */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references as a list, instead of the single object. */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Execution date in Europe/Oslo, today or later. The default is today. */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreateInstantPaymentInput = {
  /** Set it to true to create a payment that equals a payment of the last 24 hours. */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account identified by its BBAN. */
  creditorAccount: BbanAccountInput;
  /** Postal address. */
  creditorAddress: PostalAddressInput;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** An ordinary account in bban, or a card account in other. Send exactly one of the two. */
  debtorAccount: BbanOrCardAccountInput;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information, such as a KID. */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreatePeriodicPaymentInput = {
  /** An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account. */
  creditorAccount: AnyAccountInput;
  /** Postal address. */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** Day of the month, one or two digits. In a shorter month the payment runs on the last day. Daily, Weekly and EveryTwoWeeks ignore it. */
  dayOfExecution?: InputMaybe<Scalars['String']['input']>;
  /** An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account. */
  debtorAccount: AnyAccountInput;
  /** Last day of the plan. Without it the plan has no end. */
  endDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** How an execution moves from a weekend or a bank holiday to a bank day; `following` by default. */
  executionRule?: InputMaybe<ExecutionRule>;
  /** How often the payment is made. */
  frequency: Frequency;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** Months in which a MonthlyVariable payment runs: 1 to 11, each at most once. Required for MonthlyVariable, and not allowed for other frequencies. December is not supported: use an Annual payment that starts in December. */
  monthsOfExecution?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** First day of the plan in Europe/Oslo, today or later. */
  startDate: Scalars['LocalDate']['input'];
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The input of createSandboxAccount. */
export type CreateSandboxAccountInput = {
  /** Name of the account. */
  accountName: Scalars['String']['input'];
  /** The balance of the account: a list of one item. */
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  /** Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING. */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** Type of the account, such as CACC or TAXE. */
  cashAccountType?: InputMaybe<Scalars['String']['input']>;
  /** Credit in addition to the balance, in the currency of the account. It must not be negative. The default is zero. */
  creditLine?: InputMaybe<Scalars['String']['input']>;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
  /** Number with which the PSU logs in: 1 to 35 letters or digits. */
  customerNumber: Scalars['String']['input'];
  /** ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups. */
  iban?: InputMaybe<Scalars['String']['input']>;
  /** The agreement of a creditor with the bank about KIDs. */
  kidAgreement?: InputMaybe<KidAgreementInput>;
  /** Name of the account product. */
  product?: InputMaybe<Scalars['String']['input']>;
};

/** The input of createSandboxAgreement. */
export type CreateSandboxAgreementInput = {
  /** Engagements: which PSU may act on which account. */
  engagements?: InputMaybe<Array<SandboxEngagementBodyInput>>;
  /** Name of the agreement. */
  name: Scalars['String']['input'];
  /** The corporate customer: its customerNumber or customerId. */
  owner: Scalars['String']['input'];
};

/** The input of createSandboxCardAccount. */
export type CreateSandboxCardAccountInput = {
  /** Balances of the card account, at most 10. */
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  /** A sum of money in the sandbox; it may be zero or negative. */
  creditLimit?: InputMaybe<SandboxAmountInput>;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
  /** Number with which the PSU logs in: 1 to 35 letters or digits. */
  customerNumber: Scalars['String']['input'];
  /** Last day of the card. */
  expiry?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Number of the card with its middle digits hidden. */
  maskedPan: Scalars['String']['input'];
  /** Name of the card account. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Name of the card product. */
  product?: InputMaybe<Scalars['String']['input']>;
  /** Status of the card account, such as ENABLED. */
  status?: InputMaybe<Scalars['String']['input']>;
};

/** The input of createSandboxCardTransactions. */
export type CreateSandboxCardTransactionsInput = {
  /** The card account. */
  resourceId: Scalars['String']['input'];
  /** Transactions to store on a card account, 1 to 1,000. If one of them is refused, the service stores nothing. */
  transactions: Array<CardTransactionInput>;
};

/** The input of createSandboxCertificate. */
export type CreateSandboxCertificateInput = {
  /** GOOD when absent. */
  kind?: InputMaybe<SandboxCertificateKind>;
  /** Name of the new TPP: 1 to 40 letters from A to Z, digits and spaces. */
  name: Scalars['String']['input'];
};

/** The input of createSandboxCustomer. */
export type CreateSandboxCustomerInput = {
  /** Name of the customer. */
  customerName?: InputMaybe<Scalars['String']['input']>;
  /** Number with which the PSU logs in: 1 to 35 letters or digits. */
  customerNumber: Scalars['String']['input'];
  /** PRIVATE or CORPORATE. */
  customerType?: InputMaybe<CustomerType>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** PRIVATE or CORPORATE. */
  type?: InputMaybe<CustomerType>;
};

/** The input of createSandboxEngagement. */
export type CreateSandboxEngagementInput = {
  /** An account of the owner, identified by bban or iban. */
  account: SandboxEngagedAccountInput;
  /** The agreement. */
  agreementId: Scalars['String']['input'];
  /** Customer number of the PSU who may act. */
  customer: Scalars['String']['input'];
  /** What the PSU may do with the account: VIEW to see it, REGISTER to pay from it. Each role appears at most once. */
  roles: Array<EngagementRole>;
};

/** The payment: the fields of the REST body, and the values that REST takes in headers and query parameters. */
export type CreateSepaPaymentInput = {
  /** Set it to true to create a payment that equals a payment of the last 24 hours. */
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  /** An account identified by its IBAN. */
  creditorAccount: IbanAccountInput;
  /** Postal address. */
  creditorAddress?: InputMaybe<PostalAddressInput>;
  /** BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING. */
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  /** Name of the creditor, at most 70 characters. */
  creditorName: Scalars['String']['input'];
  /** An account identified by its IBAN. */
  debtorAccount: IbanAccountInput;
  /** Reference that the creditor receives with the payment, at most 35 characters. */
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  /** A sum of money in one currency. */
  instructedAmount: AmountInput;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
  /** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
  purposeCode?: InputMaybe<PurposeCode>;
  /** Structured remittance information, such as a KID. */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  /** Structured references as a list, instead of the single object. */
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  /** Message to the creditor, 1 to 140 characters. Send either a message or a structured reference. */
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  /** Execution date in Europe/Oslo, today or later. The default is today. */
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  /** Party that owes the money, if it is not the debtor. At most 70 characters. */
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

/** The input of createSigningBasket. */
export type CreateSigningBasketInput = {
  /** The payments to sign together: 1 to 10 different payments with the status RCVD, of one PSU and from one debtor account. Bulk and periodic payments cannot be in a basket. */
  paymentIds: Array<Scalars['String']['input']>;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
};

/** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
export type CurrencyCode =
  /** United Arab Emirates Dirham. */
  | 'AED'
  /** Afghan Afghani. */
  | 'AFN'
  /** Albanian Lek. */
  | 'ALL'
  /** Armenian Dram. */
  | 'AMD'
  /** Netherlands Antillean Guilder. */
  | 'ANG'
  /** Angolan Kwanza. */
  | 'AOA'
  /** Argentine Peso. */
  | 'ARS'
  /** Australian Dollar. */
  | 'AUD'
  /** Aruban Florin. */
  | 'AWG'
  /** Azerbaijani Manat. */
  | 'AZN'
  /** Bosnia-Herzegovina Convertible Mark. */
  | 'BAM'
  /** Barbadian Dollar. */
  | 'BBD'
  /** Bangladeshi Taka. */
  | 'BDT'
  /** Bulgarian Lev. */
  | 'BGN'
  /** Bahraini Dinar. */
  | 'BHD'
  /** Burundian Franc. */
  | 'BIF'
  /** Bermudan Dollar. */
  | 'BMD'
  /** Brunei Dollar. */
  | 'BND'
  /** Bolivian Boliviano. */
  | 'BOB'
  /** Brazilian Real. */
  | 'BRL'
  /** Bahamian Dollar. */
  | 'BSD'
  /** Bhutanese Ngultrum. */
  | 'BTN'
  /** Botswanan Pula. */
  | 'BWP'
  /** Belarusian Ruble (2000 to 2016). */
  | 'BYR'
  /** Belize Dollar. */
  | 'BZD'
  /** Canadian Dollar. */
  | 'CAD'
  /** Congolese Franc. */
  | 'CDF'
  /** Swiss Franc. */
  | 'CHF'
  /** Chilean Peso. */
  | 'CLP'
  /** Chinese Yuan. */
  | 'CNY'
  /** Colombian Peso. */
  | 'COP'
  /** Costa Rican Colón. */
  | 'CRC'
  /** Cuban Convertible Peso. */
  | 'CUC'
  /** Cuban Peso. */
  | 'CUP'
  /** Cape Verdean Escudo. */
  | 'CVE'
  /** Czech Koruna. */
  | 'CZK'
  /** Djiboutian Franc. */
  | 'DJF'
  /** Danish Krone. */
  | 'DKK'
  /** Dominican Peso. */
  | 'DOP'
  /** Algerian Dinar. */
  | 'DZD'
  /** Egyptian Pound. */
  | 'EGP'
  /** Eritrean Nakfa. */
  | 'ERN'
  /** Ethiopian Birr. */
  | 'ETB'
  /** Euro. */
  | 'EUR'
  /** Fijian Dollar. */
  | 'FJD'
  /** Falkland Islands Pound. */
  | 'FKP'
  /** British Pound. */
  | 'GBP'
  /** Georgian Lari. */
  | 'GEL'
  /** Guernsey Pound. */
  | 'GGP'
  /** Ghanaian Cedi. */
  | 'GHS'
  /** Gibraltar Pound. */
  | 'GIP'
  /** Gambian Dalasi. */
  | 'GMD'
  /** Guinean Franc. */
  | 'GNF'
  /** Guatemalan Quetzal. */
  | 'GTQ'
  /** Guyanese Dollar. */
  | 'GYD'
  /** Hong Kong Dollar. */
  | 'HKD'
  /** Honduran Lempira. */
  | 'HNL'
  /** Croatian Kuna. */
  | 'HRK'
  /** Haitian Gourde. */
  | 'HTG'
  /** Hungarian Forint. */
  | 'HUF'
  /** Indonesian Rupiah. */
  | 'IDR'
  /** Israeli New Shekel. */
  | 'ILS'
  /** Isle of Man Pound. */
  | 'IMP'
  /** Indian Rupee. */
  | 'INR'
  /** Iraqi Dinar. */
  | 'IQD'
  /** Iranian Rial. */
  | 'IRR'
  /** Icelandic Króna. */
  | 'ISK'
  /** Jersey Pound. */
  | 'JEP'
  /** Jamaican Dollar. */
  | 'JMD'
  /** Jordanian Dinar. */
  | 'JOD'
  /** Japanese Yen. */
  | 'JPY'
  /** Kenyan Shilling. */
  | 'KES'
  /** Kyrgyz Som. */
  | 'KGS'
  /** Cambodian Riel. */
  | 'KHR'
  /** Comorian Franc. */
  | 'KMF'
  /** North Korean Won. */
  | 'KPW'
  /** South Korean Won. */
  | 'KRW'
  /** Kuwaiti Dinar. */
  | 'KWD'
  /** Cayman Islands Dollar. */
  | 'KYD'
  /** Kazakhstani Tenge. */
  | 'KZT'
  /** Laotian Kip. */
  | 'LAK'
  /** Lebanese Pound. */
  | 'LBP'
  /** Sri Lankan Rupee. */
  | 'LKR'
  /** Liberian Dollar. */
  | 'LRD'
  /** Lesotho Loti. */
  | 'LSL'
  /** Libyan Dinar. */
  | 'LYD'
  /** Moroccan Dirham. */
  | 'MAD'
  /** Moldovan Leu. */
  | 'MDL'
  /** Malagasy Ariary. */
  | 'MGA'
  /** Macedonian Denar. */
  | 'MKD'
  /** Myanmar Kyat. */
  | 'MMK'
  /** Mongolian Tugrik. */
  | 'MNT'
  /** Macanese Pataca. */
  | 'MOP'
  /** Mauritanian Ouguiya (1973 to 2017). */
  | 'MRO'
  /** Mauritian Rupee. */
  | 'MUR'
  /** Maldivian Rufiyaa. */
  | 'MVR'
  /** Malawian Kwacha. */
  | 'MWK'
  /** Mexican Peso. */
  | 'MXN'
  /** Malaysian Ringgit. */
  | 'MYR'
  /** Mozambican Metical. */
  | 'MZN'
  /** Namibian Dollar. */
  | 'NAD'
  /** Nigerian Naira. */
  | 'NGN'
  /** Nicaraguan Córdoba. */
  | 'NIO'
  /** Norwegian Krone. */
  | 'NOK'
  /** Nepalese Rupee. */
  | 'NPR'
  /** New Zealand Dollar. */
  | 'NZD'
  /** Omani Rial. */
  | 'OMR'
  /** Panamanian Balboa. */
  | 'PAB'
  /** Peruvian Sol. */
  | 'PEN'
  /** Papua New Guinean Kina. */
  | 'PGK'
  /** Philippine Peso. */
  | 'PHP'
  /** Pakistani Rupee. */
  | 'PKR'
  /** Polish Zloty. */
  | 'PLN'
  /** Paraguayan Guarani. */
  | 'PYG'
  /** Qatari Riyal. */
  | 'QAR'
  /** Romanian Leu. */
  | 'RON'
  /** Serbian Dinar. */
  | 'RSD'
  /** Russian Ruble. */
  | 'RUB'
  /** Rwandan Franc. */
  | 'RWF'
  /** Saudi Riyal. */
  | 'SAR'
  /** Solomon Islands Dollar. */
  | 'SBD'
  /** Seychellois Rupee. */
  | 'SCR'
  /** Sudanese Pound. */
  | 'SDG'
  /** Swedish Krona. */
  | 'SEK'
  /** Singapore Dollar. */
  | 'SGD'
  /** Saint Helena Pound. */
  | 'SHP'
  /** Sierra Leonean Leone (1964 to 2022). */
  | 'SLL'
  /** Somali Shilling. */
  | 'SOS'
  /** Seborgan Luigino. */
  | 'SPL'
  /** Surinamese Dollar. */
  | 'SRD'
  /** São Tomé and Príncipe Dobra (1977 to 2017). */
  | 'STD'
  /** Salvadoran Colón. */
  | 'SVC'
  /** Syrian Pound. */
  | 'SYP'
  /** Swazi Lilangeni. */
  | 'SZL'
  /** Thai Baht. */
  | 'THB'
  /** Tajikistani Somoni. */
  | 'TJS'
  /** Turkmenistani Manat. */
  | 'TMT'
  /** Tunisian Dinar. */
  | 'TND'
  /** Tongan Paanga. */
  | 'TOP'
  /** Turkish Lira. */
  | 'TRY'
  /** Trinidad and Tobago Dollar. */
  | 'TTD'
  /** Tuvaluan Dollar. */
  | 'TVD'
  /** New Taiwan Dollar. */
  | 'TWD'
  /** Tanzanian Shilling. */
  | 'TZS'
  /** Ukrainian Hryvnia. */
  | 'UAH'
  /** Ugandan Shilling. */
  | 'UGX'
  /** US Dollar. */
  | 'USD'
  /** Uruguayan Peso. */
  | 'UYU'
  /** Uzbekistani Som. */
  | 'UZS'
  /** Venezuelan Bolívar (2008 to 2018). */
  | 'VEF'
  /** Vietnamese Dong. */
  | 'VND'
  /** Vanuatu Vatu. */
  | 'VUV'
  /** Samoan Tala. */
  | 'WST'
  /** Central African CFA Franc. */
  | 'XAF'
  /** East Caribbean Dollar. */
  | 'XCD'
  /** Special Drawing Rights. */
  | 'XDR'
  /** West African CFA Franc. */
  | 'XOF'
  /** CFP Franc. */
  | 'XPF'
  /** Yemeni Rial. */
  | 'YER'
  /** South African Rand. */
  | 'ZAR'
  /** Zambian Kwacha. */
  | 'ZMW'
  /** Zimbabwean Dollar (1980 to 2008). */
  | 'ZWD';

/** Currency exchange of a card transaction. */
export type CurrencyExchangeInput = {
  /** Rate of the exchange. */
  exchangeRate: Scalars['String']['input'];
  /** An amount of a card transaction: a whole number. */
  markupFee: CardAmountInput;
  /** Markup in percent. */
  markupFeePercentage: Scalars['String']['input'];
  /** Day of the rate. */
  quotationDate: Scalars['LocalDate']['input'];
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  sourceCurrency: CurrencyCode;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  targetCurrency: CurrencyCode;
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  unitCurrency: CurrencyCode;
};

/** A person or a company. */
export type CustomerType =
  /** Corporate: a company. */
  | 'CORPORATE'
  /** Private: a person. */
  | 'PRIVATE';

/** The input of deleteSandboxAccount. */
export type DeleteSandboxAccountInput = {
  /** The account. */
  resourceId: Scalars['String']['input'];
};

/** The input of deleteSandboxCardAccount. */
export type DeleteSandboxCardAccountInput = {
  /** The card account. */
  resourceId: Scalars['String']['input'];
};

/** The input of deleteSandboxCustomer. */
export type DeleteSandboxCustomerInput = {
  /** The customer. */
  customerId: Scalars['String']['input'];
};

/** The input of deleteSandboxEngagement. */
export type DeleteSandboxEngagementInput = {
  /** Its agreement. */
  agreementId: Scalars['String']['input'];
  /** The engagement. */
  engagementId: Scalars['String']['input'];
};

/** The input of deleteSigningBasket. */
export type DeleteSigningBasketInput = {
  /** The basket. */
  basketId: Scalars['String']['input'];
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
};

/** What the PSU may do with the account. */
export type EngagementRole =
  /** Register: the PSU makes payments from the account. */
  | 'REGISTER'
  /** View: the PSU sees the account. */
  | 'VIEW';

/** How an execution moves from a weekend or a bank holiday to a bank day; `following` by default. */
export type ExecutionRule =
  /** Following: on the next bank day. */
  | 'following'
  /** Preceding: on the bank day before. The interface misspells the code. */
  | 'preceeding';

/** How often the payment is made. */
export type Frequency =
  /** Annual: every year. */
  | 'Annual'
  /** Daily: every day. */
  | 'Daily'
  /** Every two months. */
  | 'EveryTwoMonths'
  /** Every two weeks: on the weekday of the first day. */
  | 'EveryTwoWeeks'
  /** Monthly: every month. */
  | 'Monthly'
  /** Variable months: every month listed in monthsOfExecution. */
  | 'MonthlyVariable'
  /** Quarterly: every three months. */
  | 'Quarterly'
  /** Semi-annual: every six months. */
  | 'SemiAnnual'
  /** Weekly: every week, on the weekday of the first day. */
  | 'Weekly';

/** HTTP method of a link. */
export type HttpVerb =
  /** DELETE: cancels or deletes the resource. */
  | 'DELETE'
  /** GET: reads the resource. */
  | 'GET'
  /** POST: creates or starts something. */
  | 'POST'
  /** PUT: replaces the resource. */
  | 'PUT';

/** An account identified by its IBAN. */
export type IbanAccountInput = {
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
  /** ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups. */
  iban: Scalars['String']['input'];
};

/** May be left out. Every mutation has an input. */
export type InitialiseSandboxInput = {
  /** For the client's own use; the bank ignores it. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

/** The agreement of a creditor with the bank about KIDs. */
export type KidAgreementInput = {
  /** Allowed lengths of a KID with its check digit, each from 2 to 25. */
  lengths: Array<Scalars['Int']['input']>;
  /** How the check digit of a KID is calculated. */
  modulus: KidModulus;
  /** Whether a payment without a KID is refused (KID_MISSING). */
  required: Scalars['Boolean']['input'];
};

/** How the check digit of a KID is calculated. */
export type KidModulus =
  /** Modulus 10: the check digit follows the Luhn algorithm. */
  | 'MOD10'
  /** Modulus 11: weights from 2 to 7; the check digit 10 is a dash. */
  | 'MOD11';

/** Whether a message is an error or a warning. */
export type MessageCategory =
  /** Error: a reason why the request was refused. */
  | 'ERROR'
  /** Warning: the request was accepted despite this. */
  | 'WARNING';

/** Code of a message to the TPP. */
export type MessageCode =
  /** Access exceeded, HTTP 429: There were too many requests. Retry after the number of seconds in Retry-After. */
  | 'ACCESS_EXCEEDED'
  /** Bad request, HTTP 400, 405, 406, 408, 413, 415: The request cannot be understood. */
  | 'BAD_REQUEST'
  /** Certificate expired, HTTP 401: The signing certificate has expired. */
  | 'CERTIFICATE_EXPIRED'
  /** Certificate invalid, HTTP 401: The signing certificate is not accepted. */
  | 'CERTIFICATE_INVALID'
  /** Conflict, HTTP 409: The request conflicts with the state of a resource. */
  | 'CONFLICT'
  /** Consent expired, HTTP 401: The consent has expired. */
  | 'CONSENT_EXPIRED'
  /** Consent invalid, HTTP 401: The consent does not cover this request. */
  | 'CONSENT_INVALID'
  /** Consent unknown, HTTP 403: There is no such consent. */
  | 'CONSENT_UNKNOWN'
  /** Execution date invalid, HTTP 400: The execution date is in the past, or a periodic payment has no execution date. */
  | 'EXECUTION_DATE_INVALID'
  /** Forbidden, HTTP 403: The caller may not do this. */
  | 'FORBIDDEN'
  /** Format error, HTTP 400: A field is missing, malformed or breaks a rule. */
  | 'FORMAT_ERROR'
  /** HTTP header required, HTTP 400, 401: A required header is missing. */
  | 'HTTP_HEADER_REQUIRED'
  /** KID invalid, HTTP 400: The KID does not match the KID agreement of the creditor. */
  | 'KID_INVALID'
  /** KID missing, HTTP 400: The creditor requires a KID, and the payment has no KID. */
  | 'KID_MISSING'
  /** Not found, HTTP 404: There is no such path. */
  | 'NOT_FOUND'
  /** Payment failed, HTTP 400: The payment could not be carried out. */
  | 'PAYMENT_FAILED'
  /** Product invalid, HTTP 403: The payment product is not available for this PSU. */
  | 'PRODUCT_INVALID'
  /** Product unknown, HTTP 404: There is no such payment product in this service. */
  | 'PRODUCT_UNKNOWN'
  /** PSU credentials invalid, HTTP 401: The PSU must authenticate first: send the PSU to the link scaRedirect. */
  | 'PSU_CREDENTIALS_INVALID'
  /** Query parameter required, HTTP 400: A required query parameter is missing. */
  | 'QUERY_PARAMETER_REQUIRED'
  /** Reference mix invalid, HTTP 400: These payments cannot share a signing basket. */
  | 'REFERENCE_MIX_INVALID'
  /** Resource unknown, HTTP 404: There is no such resource. */
  | 'RESOURCE_UNKNOWN'
  /** Role invalid, HTTP 403: The certificate does not have the PSD2 role that this request requires. */
  | 'ROLE_INVALID'
  /** SCA expired, HTTP 401: The authentication of the PSU is older than 180 days: send the PSU to the link scaRedirect. */
  | 'SCA_EXPIRED'
  /** SCA invalid, HTTP 400: The authentication data is not valid. */
  | 'SCA_INVALID'
  /** SCA not found, HTTP 404: There is no such authorisation. */
  | 'SCA_NOT_FOUND'
  /** Signature invalid, HTTP 401: The signature is not valid. */
  | 'SIGNATURE_INVALID'
  /** System error, HTTP 500, 503: The service failed. Its log describes the failure. */
  | 'SYSTEM_ERROR';

/** The kinds of changes about which the bank notifies a TPP. */
export type NotificationContent =
  /** Last: the final status of the payment. */
  | 'LAST'
  /** Process: each status of the payment. */
  | 'PROCESS'
  /** SCA: each scaStatus of the authorisations of the payment and of its cancellation. */
  | 'SCA';

/** Whether more notifications of a payment will follow. */
export type NotificationState =
  /** Active: the bank will post the next change. */
  | 'ACTIVE'
  /** Final: the payment has ended, and the TPP has accepted all notifications. */
  | 'FINAL'
  /** Given up: the bank could not deliver a notification for a day, so it stopped. To get notifications again, start an authorisation with notificationUri. */
  | 'GIVEN_UP';

/** Direction of the order. */
export type OrderDirection =
  /** Ascending: the oldest or the smallest first. */
  | 'ASC'
  /** Descending: the newest or the largest first. */
  | 'DESC';

/** Identification of an account that has no BBAN: a card account. */
export type OtherIdentificationInput = {
  /** Identification of the card account. */
  identification: Scalars['String']['input'];
  /** Scheme of the identification. Only creditCardAccount is supported. */
  schemeNameProprietary: AccountScheme;
};

/** Filter of a list of payments. A payment must match every field. */
export type PaymentFilter = {
  /** Smallest total to include. */
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  /** Largest total to include. */
  amountTo?: InputMaybe<Scalars['String']['input']>;
  /** Earliest time of creation to include. */
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Latest time of creation to include. */
  createdTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** Currency of the total. */
  currency?: InputMaybe<CurrencyCode>;
  /** Any of these products, at most 20. An empty list matches no payment. */
  products?: InputMaybe<Array<PaymentProduct>>;
  /** Any of these statuses, at most 20. An empty list matches no payment. */
  statuses?: InputMaybe<Array<PaymentStatus>>;
  /** Part of a creditor's name, the remittance information or the paymentId, 1 to 140 characters; case does not matter. The entries of a bulk payment are searched too. */
  text?: InputMaybe<Scalars['String']['input']>;
};

/** Order of a list of payments. */
export type PaymentOrder = {
  /** Direction. */
  direction: OrderDirection;
  /** Field to sort by. */
  field: PaymentOrderField;
};

/** Field by which payments are sorted. */
export type PaymentOrderField =
  /** Amount: the total as a number, without its currency. A bulk payment in several currencies counts as zero. */
  | 'AMOUNT'
  /** Time of creation, by the TPP's clock. */
  | 'CREATED_AT';

/** Payment products, by their short codes. */
export type PaymentProduct =
  /** Bulk payment: Up to 1,000 transfers in Norway from one account, created and approved together, executed one by one. In REST bulk-payments/norwegian-domestic-credit-transfers. */
  | 'BULK_NDCT'
  /** Cross border credit transfer: A transfer to an account in another country. In REST payments/cross-border-credit-transfers. */
  | 'CBCT'
  /** Instant norwegian domestic credit transfer: An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it. In REST payments/instant-norwegian-domestic-credit-transfers-straks. */
  | 'INDCTS'
  /** Norwegian cross border credit transfer: A transfer in Norway for large amounts. It settles like a cross-border transfer. In REST payments/norwegian-cross-border-credit-transfers. */
  | 'NCBCT'
  /** Norwegian domestic credit transfer: A transfer between accounts in Norway, executed by the next of five daily batch runs, but not before its requested day. In REST payments/norwegian-domestic-credit-transfers. */
  | 'NDCT'
  /** Periodic payment: A standing order: one transfer in Norway on each date of its plan. In REST periodic-payments/norwegian-domestic-credit-transfers. */
  | 'PERIODIC_NDCT'
  /** SEPA credit transfer: A SEPA credit transfer: euro, both accounts by IBAN. In REST payments/sepa-credit-transfers. */
  | 'SCT';

/** Status of a payment, by the codes of ISO 20022. ACSC, RJCT, CANC and PART are final. Only bulk payments can be PRSY. */
export type PaymentStatus =
  /** Accepted for the customer: a single payment waits for funds, or a periodic payment is running. */
  | 'ACCP'
  /** Settled: the money has left the debtor account. */
  | 'ACSC'
  /** Settlement in process: the bank is executing it. */
  | 'ACSP'
  /** Accepted technically: its form and the authentication of the PSU have been checked. */
  | 'ACTC'
  /** Accepted with change: the bank will execute it with a change, such as on another day. */
  | 'ACWC'
  /** Accepted without posting: it is settled, but not yet booked on the account of the creditor. */
  | 'ACWP'
  /** Cancelled: it was withdrawn before its end. What was settled before stays settled. */
  | 'CANC'
  /** Partially accepted: some entries of a bulk payment were settled, the others rejected. */
  | 'PART'
  /** Pending: the PSU has approved it, and the bank has not executed it yet. */
  | 'PDNG'
  /** Partially processed: some entries of a bulk payment have been executed, and others have not. */
  | 'PRSY'
  /** Received: the PSU has not approved it. */
  | 'RCVD'
  /** Rejected: the PSU or the bank rejected it, or it expired. No money has moved. */
  | 'RJCT';

/** Postal address. */
export type PostalAddressInput = {
  /** Number of the building. */
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /** City or town. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** ISO 3166-1 alpha-2 code of a country that the interface supports. */
  country: CountryCode;
  /** Postal code. */
  postalCode?: InputMaybe<Scalars['String']['input']>;
  /** Street, at most 70 characters. */
  street?: InputMaybe<Scalars['String']['input']>;
};

/** Whether the PSU acts as a person or for a company (REST: header PSU-Context). */
export type PsuContext =
  /** Corporate: the PSU acts for a company. */
  | 'CORPORATE'
  /** Private: the PSU acts as a person. */
  | 'PRIVATE';

/** The PSU headers of REST, for clients that cannot set headers. If you send both, they must agree. */
export type PsuInput = {
  /** PRIVATE or CORPORATE. Required if the PSU is to log in and approve in one step (single SCA). The header PSU-Context of REST. */
  context?: InputMaybe<PsuContext>;
  /** Customer number of the company, or id of its agreement. Required for a corporate PSU. The header PSU-Corporate-ID of REST. */
  corporateId?: InputMaybe<Scalars['String']['input']>;
  /** IP address of the client of the PSU. The header PSU-IP-Address of REST. */
  ipAddress?: InputMaybe<Scalars['String']['input']>;
  /** Content of the notifications to TPP-Notification-URI: each scaStatus (SCA), each transactionStatus (PROCESS), only the final transactionStatus (LAST). The default is status=PROCESS. The header TPP-Notification-Content-Preferred of REST. */
  notificationContent?: InputMaybe<Scalars['String']['input']>;
  /** Address to which the bank posts changes of the payment: an https URI in a domain that the certificate names. A sandbox also accepts http and https on a loopback host. The header TPP-Notification-URI of REST. */
  notificationUri?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the PSU at the TPP. The header PSU-ID of REST. */
  psuId?: InputMaybe<Scalars['String']['input']>;
  /** Address to which the PSU returns: an absolute https URI without user info or fragment, at most 2048 characters. A sandbox also accepts http on a loopback host. The header TPP-Redirect-URI of REST. */
  redirectUri?: InputMaybe<Scalars['String']['input']>;
  /** The session of the TPP. Together with PSU-ID it identifies a session of the PSU. The header TPP-Session-ID of REST. */
  sessionId?: InputMaybe<Scalars['String']['input']>;
};

/** Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code. */
export type PurposeCode =
  /** Cash management: moves money between own accounts. */
  | 'CASH'
  /** Trade settlement: settles a trade. */
  | 'CORT'
  /** Debit card: an irrevocable payment by debit card. */
  | 'IDCP'
  /** Intra-company: a payment within a group of companies. */
  | 'INTC'
  /** Investment: investment and securities. */
  | 'INVS'
  /** Loan: money lent, or paid back. */
  | 'LOAN'
  /** Other: anything else. */
  | 'OTHR'
  /** Pension. */
  | 'PENS'
  /** Salary. */
  | 'SALA'
  /** Social security benefit. */
  | 'SSBE'
  /** Supplier: a payment to a supplier. */
  | 'SUPP'
  /** Tax. */
  | 'TAXS'
  /** Treasury: money moved by a treasury department. */
  | 'TREA'
  /** Value added tax. */
  | 'VATX';

/** Structured remittance information, such as a KID. */
export type RemittanceInformationStructuredInput = {
  /** Reference of the creditor: a KID, 1 to 35 characters. */
  reference: Scalars['String']['input'];
  /** Issuer of the reference, 1 to 35 characters. */
  referenceIssuer?: InputMaybe<Scalars['String']['input']>;
  /** Type of the reference, 1 to 35 characters. For a KID send SCOR or leave it out; for an invoice send CINV. */
  referenceType?: InputMaybe<Scalars['String']['input']>;
};

/** Filter of the request log. A request must match every field. */
export type RequestLogFilter = {
  /** Refused with this message code. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** If true, only requests by the console; if false, only other requests. */
  fromConsole?: InputMaybe<Scalars['Boolean']['input']>;
  /** Path without the query. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** Sent at this time or later, in real time. */
  since?: InputMaybe<Scalars['DateTime']['input']>;
  /** HTTP status of the response. */
  status?: InputMaybe<Scalars['Int']['input']>;
  /** Sent at this time or earlier, in real time. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
  /** Sent with this X-Request-ID. */
  xRequestId?: InputMaybe<Scalars['String']['input']>;
};

/** The input of runPaymentBatch. */
export type RunPaymentBatchInput = {
  /** Number of runs, 1 to 50; default 1. */
  runs?: InputMaybe<Scalars['Int']['input']>;
};

/** A sum of money in the sandbox; it may be zero or negative. */
export type SandboxAmountInput = {
  /** Decimal number as a string. Zero and negative amounts are allowed. */
  amount: Scalars['String']['input'];
  /** ISO 4217 alphabetic code, one of the 162 that the interface supports. */
  currency: CurrencyCode;
};

/** A balance of an account or a card account. */
export type SandboxBalanceInput = {
  /** A sum of money in the sandbox; it may be zero or negative. */
  balanceAmount: SandboxAmountInput;
  /** Type of the balance. The default is EXPECTED. */
  balanceType?: InputMaybe<Scalars['String']['input']>;
};

/** A good certificate, or a kind of bad one. */
export type SandboxCertificateKind =
  /** It has expired. */
  | 'EXPIRED'
  /** The bank accepts it. */
  | 'GOOD'
  /** It is not valid yet. */
  | 'NOT_YET_VALID'
  /** The bank does not trust its issuer. */
  | 'UNTRUSTED'
  /** Its key has 1,024 bits. */
  | 'WEAK_KEY'
  /** It has no role for payments. */
  | 'WRONG_ROLE';

/** An account of the owner, identified by bban or iban. */
export type SandboxEngagedAccountInput = {
  /** Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING. */
  bban?: InputMaybe<Scalars['String']['input']>;
  /** ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups. */
  iban?: InputMaybe<Scalars['String']['input']>;
};

/** A PSU, an account of the owner, and what the PSU may do with it. */
export type SandboxEngagementBodyInput = {
  /** An account of the owner, identified by bban or iban. */
  account: SandboxEngagedAccountInput;
  /** Customer number of the PSU who may act. */
  customer: Scalars['String']['input'];
  /** What the PSU may do with the account: VIEW to see it, REGISTER to pay from it. Each role appears at most once. */
  roles: Array<EngagementRole>;
};

/** Kind of an event of the sandbox clock. */
export type SandboxEventKind =
  /** Authorisation expired: the PSU did not complete it in time. */
  | 'AUTHORISATION_EXPIRED'
  /** Batch run: one of the five daily runs processed a payment. */
  | 'BATCH_RUN'
  /** Periodic execution: an execution of a periodic payment was made, ordered, postponed or skipped. */
  | 'PERIODIC_EXECUTION'
  /** Session ended: the PSU logged in 180 days ago. */
  | 'SESSION_ENDED';

/** Status of an authorisation, in the codes of the Berlin Group. */
export type ScaStatus =
  /** Exempted: no authentication was needed. */
  | 'exempted'
  /** Failed: the PSU rejected it, or its time ran out. */
  | 'failed'
  /** Finalised: the PSU has approved. */
  | 'finalised'
  /** Authenticated: the PSU has logged in and has not yet approved. */
  | 'psuAuthenticated'
  /** Started: the PSU has not logged in. */
  | 'started';

/** The input of setSandboxBalances. */
export type SetSandboxBalancesInput = {
  /** The balances. An account has one, and a card account at most 10. */
  balances: Array<SandboxBalanceInput>;
  /** The account or card account. */
  resourceId: Scalars['String']['input'];
};

/** The fault, and the requests that it affects. A new fault replaces the fault that was set before. */
export type SetSandboxFaultsInput = {
  /** For example `delay=2500`, `delay=2500;after`, `cut`, `cut;after`, `cut-body`, `slow-body=5000`, `status=503`, `status=503;after`; null removes the fault. */
  fault?: InputMaybe<Scalars['String']['input']>;
  /** Only requests whose path begins with this, such as /v1/payments; the default is all. */
  path?: InputMaybe<Scalars['String']['input']>;
  /** The number of requests, 1 to 100; the default is 1. */
  times?: InputMaybe<Scalars['Int']['input']>;
};

/** May be left out. Every mutation has an input. */
export type SignOutInput = {
  /** For the client's own use; the bank ignores it. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

/** Status of a signing basket: whether its payments have been approved or rejected. */
export type SigningBasketStatus =
  /** Accepted: all payments in the basket have been approved. */
  | 'ACTC'
  /** Partially accepted: some payments in the basket have been approved. */
  | 'PATC'
  /** Received: no payment in the basket has been approved. */
  | 'RCVD'
  /** Rejected: a payment in the basket was rejected or cancelled. */
  | 'RJCT';

/** Resource to authorise: give either paymentId or basketId. */
export type StartAuthorisationInput = {
  /** A signing basket. */
  basketId?: InputMaybe<Scalars['String']['input']>;
  /** A payment. */
  paymentId?: InputMaybe<Scalars['String']['input']>;
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
};

/** The input of startCancellationAuthorisation. */
export type StartCancellationAuthorisationInput = {
  /** The payment. */
  paymentId: Scalars['String']['input'];
  /** The PSU. Leave it out when the headers identify the PSU. */
  psu?: InputMaybe<PsuInput>;
};

export type CreatePaymentMutationVariables = Exact<{
  input: CreateInstantPaymentInput;
}>;


export type CreatePaymentMutation = { __typename?: 'Mutation', createInstantPayment: { __typename?: 'CreateInstantPaymentPayload', payment?: { __typename?: 'InstantPayment', paymentId: string, transactionStatus: PaymentStatus } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, links?: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } | null } };

export type FollowPaymentSubscriptionVariables = Exact<{
  paymentId: Scalars['String']['input'];
}>;


export type FollowPaymentSubscription = { __typename?: 'Subscription', paymentStatusChanged:
    | { __typename?: 'BulkPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
    | { __typename?: 'CrossBorderPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
    | { __typename?: 'DomesticPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
    | { __typename?: 'InstantPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
    | { __typename?: 'PeriodicPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
    | { __typename?: 'SepaPayment', transactionStatus: PaymentStatus, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, reason: string }> }
   };

type PaymentRow_BulkPayment_Fragment = { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

type PaymentRow_CrossBorderPayment_Fragment = { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

type PaymentRow_DomesticPayment_Fragment = { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

type PaymentRow_InstantPayment_Fragment = { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

type PaymentRow_PeriodicPayment_Fragment = { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

type PaymentRow_SepaPayment_Fragment = { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> };

export type PaymentRowFragment =
  | PaymentRow_BulkPayment_Fragment
  | PaymentRow_CrossBorderPayment_Fragment
  | PaymentRow_DomesticPayment_Fragment
  | PaymentRow_InstantPayment_Fragment
  | PaymentRow_PeriodicPayment_Fragment
  | PaymentRow_SepaPayment_Fragment
;

export type PaymentsPageQueryVariables = Exact<{
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type PaymentsPageQuery = { __typename?: 'Query', payments: { __typename?: 'PaymentConnection', nodes: Array<
      | { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
      | { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
      | { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
      | { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
      | { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
      | { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    >, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type PaymentChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type PaymentChangesSubscription = { __typename?: 'Subscription', paymentStatusChanged:
    | { __typename?: 'BulkPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    | { __typename?: 'CrossBorderPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    | { __typename?: 'DomesticPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    | { __typename?: 'InstantPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    | { __typename?: 'PeriodicPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
    | { __typename?: 'SepaPayment', paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, statusHistory: Array<{ __typename?: 'StatusChange', to: PaymentStatus, at: string, reason: string }> }
   };

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
export const PaymentRowFragmentDoc = new TypedDocumentString(`
    fragment PaymentRow on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
  statusHistory {
    to
    at
    reason
  }
}
    `, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const CreatePaymentDocument = new TypedDocumentString(`
    mutation CreatePayment($input: CreateInstantPaymentInput!) {
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
      scaRedirect {
        href
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreatePaymentMutation, CreatePaymentMutationVariables>;
export const FollowPaymentDocument = new TypedDocumentString(`
    subscription FollowPayment($paymentId: String!) {
  paymentStatusChanged(paymentId: $paymentId) {
    transactionStatus
    statusHistory {
      to
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<FollowPaymentSubscription, FollowPaymentSubscriptionVariables>;
export const PaymentsPageDocument = new TypedDocumentString(`
    query PaymentsPage($first: Int!, $after: String) {
  payments(first: $first, after: $after) {
    nodes {
      ...PaymentRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PaymentRow on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
  statusHistory {
    to
    at
    reason
  }
}`) as unknown as TypedDocumentString<PaymentsPageQuery, PaymentsPageQueryVariables>;
export const PaymentChangesDocument = new TypedDocumentString(`
    subscription PaymentChanges {
  paymentStatusChanged {
    ...PaymentRow
  }
}
    fragment PaymentRow on Payment {
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  totalAmount {
    amount
    currency
  }
  statusHistory {
    to
    at
    reason
  }
}`) as unknown as TypedDocumentString<PaymentChangesSubscription, PaymentChangesSubscriptionVariables>;