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
  DateTime: { input: string; output: string; }
  LocalDate: { input: string; output: string; }
};

export type AccountScheme =
  | 'creditCardAccount';

export type AdvanceSandboxClockInput = {
  by?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

export type AmountInput = {
  amount: Scalars['String']['input'];
  currency: CurrencyCode;
};

export type AnyAccountInput = {
  bban?: InputMaybe<Scalars['String']['input']>;
  currency: CurrencyCode;
  iban?: InputMaybe<Scalars['String']['input']>;
};

export type AuthorisationEndReason =
  | 'APPROVED'
  | 'EXPIRED'
  | 'NOT_ALLOWED'
  | 'PAYMENT_FAILED'
  | 'REJECTED'
  | 'RESOURCE_CHANGED'
  | 'SUPERSEDED'
  | 'TOO_MANY_CODES'
  | 'UNVERIFIED'
  | 'WITHDRAWN'
  | 'WRONG_CODE'
  | 'WRONG_IDENTITY';

export type AuthorisationKind =
  | 'BASKET'
  | 'CANCELLATION'
  | 'PAYMENT';

export type AuthorisationOutcome =
  | 'APPROVE'
  | 'EXPIRE'
  | 'REJECT';

export type BbanAccountInput = {
  bban: Scalars['String']['input'];
  currency: CurrencyCode;
};

export type BbanOrCardAccountInput = {
  bban?: InputMaybe<Scalars['String']['input']>;
  currency: CurrencyCode;
  other?: InputMaybe<OtherIdentificationInput>;
};

export type BookingStatus =
  | 'booked'
  | 'both'
  | 'pending';

export type BulkPaymentEntryInput = {
  creditorAccount: BbanAccountInput;
  creditorAddress: BulkPostalAddressInput;
  creditorName: Scalars['String']['input'];
  debtorName?: InputMaybe<Scalars['String']['input']>;
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  instructedAmount: AmountInput;
  purposeCode?: InputMaybe<PurposeCode>;
  /** @deprecated Structured reference. Use remittanceInformationStructuredArray instead. */
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type BulkPostalAddressInput = {
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated City or town. Deprecated in a bulk payment: use townName. */
  city?: InputMaybe<Scalars['String']['input']>;
  country: CountryCode;
  postalCode?: InputMaybe<Scalars['String']['input']>;
  street?: InputMaybe<Scalars['String']['input']>;
  townName?: InputMaybe<Scalars['String']['input']>;
};

export type CancelPaymentInput = {
  paymentId: Scalars['String']['input'];
  psu?: InputMaybe<PsuInput>;
};

export type CardAmountInput = {
  amount: Scalars['Int']['input'];
  currency: Scalars['String']['input'];
};

export type CardTransactionInput = {
  bookingDate: Scalars['LocalDate']['input'];
  cardAcceptorAddress: PostalAddressInput;
  cardAcceptorId: Scalars['String']['input'];
  cardTransactionId: Scalars['String']['input'];
  currencyExchange?: InputMaybe<CurrencyExchangeInput>;
  invoiced: Scalars['Boolean']['input'];
  maskedPan: Scalars['String']['input'];
  merchantCategoryCode: Scalars['String']['input'];
  originalAmount: CardAmountInput;
  proprietaryBankTransactionCode: Scalars['String']['input'];
  terminalId: Scalars['String']['input'];
  transactionAmount: CardAmountInput;
  transactionDate: Scalars['LocalDate']['input'];
  transactionDetails: Scalars['String']['input'];
  valueDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

export type CheckName =
  | 'BODY'
  | 'HEADERS'
  | 'PSU_SESSION'
  | 'QUERY'
  | 'REQUEST'
  | 'REQUEST_ID'
  | 'RULES'
  | 'SIGNATURE';

export type CheckResult =
  | 'FAILED'
  | 'PASSED'
  | 'SKIPPED';

export type CompleteAuthorisationInput = {
  authorisationId: Scalars['String']['input'];
  customerNumber?: InputMaybe<Scalars['String']['input']>;
  outcome: AuthorisationOutcome;
};

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

export type CreateBulkPaymentInput = {
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  debtorAccount: BbanAccountInput;
  paymentInformationId?: InputMaybe<Scalars['String']['input']>;
  payments: Array<BulkPaymentEntryInput>;
  psu?: InputMaybe<PsuInput>;
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
};

export type CreateConsoleLinkInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

export type CreateConsoleTokenInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};

export type CreateCrossBorderPaymentInput = {
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  creditorAccount: AnyAccountInput;
  creditorAddress: PostalAddressInput;
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  creditorName: Scalars['String']['input'];
  debtorAccount: AnyAccountInput;
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  instructedAmount: AmountInput;
  product?: InputMaybe<PaymentProduct>;
  psu?: InputMaybe<PsuInput>;
  purposeCode?: InputMaybe<PurposeCode>;
  regulatoryReportingCode?: InputMaybe<Scalars['String']['input']>;
  regulatoryReportingInformation?: InputMaybe<Scalars['String']['input']>;
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type CreateDomesticPaymentInput = {
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  creditorAccount: BbanAccountInput;
  creditorAddress?: InputMaybe<PostalAddressInput>;
  creditorName: Scalars['String']['input'];
  debtorAccount: BbanAccountInput;
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  instructedAmount: AmountInput;
  psu?: InputMaybe<PsuInput>;
  purposeCode?: InputMaybe<PurposeCode>;
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type CreateInstantPaymentInput = {
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  creditorAccount: BbanAccountInput;
  creditorAddress: PostalAddressInput;
  creditorName: Scalars['String']['input'];
  debtorAccount: BbanOrCardAccountInput;
  instructedAmount: AmountInput;
  psu?: InputMaybe<PsuInput>;
  purposeCode?: InputMaybe<PurposeCode>;
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type CreatePeriodicPaymentInput = {
  creditorAccount: AnyAccountInput;
  creditorAddress?: InputMaybe<PostalAddressInput>;
  creditorName: Scalars['String']['input'];
  dayOfExecution?: InputMaybe<Scalars['String']['input']>;
  debtorAccount: AnyAccountInput;
  endDate?: InputMaybe<Scalars['LocalDate']['input']>;
  executionRule?: InputMaybe<ExecutionRule>;
  frequency: Frequency;
  instructedAmount: AmountInput;
  monthsOfExecution?: InputMaybe<Array<Scalars['Int']['input']>>;
  psu?: InputMaybe<PsuInput>;
  purposeCode?: InputMaybe<PurposeCode>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  startDate: Scalars['LocalDate']['input'];
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSandboxAccountInput = {
  accountName: Scalars['String']['input'];
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  bban?: InputMaybe<Scalars['String']['input']>;
  cashAccountType?: InputMaybe<Scalars['String']['input']>;
  creditLine?: InputMaybe<Scalars['String']['input']>;
  currency: CurrencyCode;
  customerNumber: Scalars['String']['input'];
  iban?: InputMaybe<Scalars['String']['input']>;
  kidAgreement?: InputMaybe<KidAgreementInput>;
  product?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSandboxAgreementInput = {
  engagements?: InputMaybe<Array<SandboxEngagementBodyInput>>;
  name: Scalars['String']['input'];
  owner: Scalars['String']['input'];
};

export type CreateSandboxCardAccountInput = {
  balances?: InputMaybe<Array<SandboxBalanceInput>>;
  creditLimit?: InputMaybe<SandboxAmountInput>;
  currency: CurrencyCode;
  customerNumber: Scalars['String']['input'];
  expiry?: InputMaybe<Scalars['LocalDate']['input']>;
  maskedPan: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  product?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSandboxCardTransactionsInput = {
  resourceId: Scalars['String']['input'];
  transactions: Array<CardTransactionInput>;
};

export type CreateSandboxCertificateInput = {
  kind?: InputMaybe<SandboxCertificateKind>;
  name: Scalars['String']['input'];
};

export type CreateSandboxCustomerInput = {
  customerName?: InputMaybe<Scalars['String']['input']>;
  customerNumber: Scalars['String']['input'];
  customerType?: InputMaybe<CustomerType>;
  name?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<CustomerType>;
};

export type CreateSandboxEngagementInput = {
  account: SandboxEngagedAccountInput;
  agreementId: Scalars['String']['input'];
  customer: Scalars['String']['input'];
  roles: Array<EngagementRole>;
};

export type CreateSepaPaymentInput = {
  allowLogicalDuplicate?: InputMaybe<Scalars['Boolean']['input']>;
  creditorAccount: IbanAccountInput;
  creditorAddress?: InputMaybe<PostalAddressInput>;
  creditorAgent?: InputMaybe<Scalars['String']['input']>;
  creditorName: Scalars['String']['input'];
  debtorAccount: IbanAccountInput;
  endToEndIdentification?: InputMaybe<Scalars['String']['input']>;
  instructedAmount: AmountInput;
  psu?: InputMaybe<PsuInput>;
  purposeCode?: InputMaybe<PurposeCode>;
  remittanceInformationStructured?: InputMaybe<RemittanceInformationStructuredInput>;
  remittanceInformationStructuredArray?: InputMaybe<Array<RemittanceInformationStructuredInput>>;
  remittanceInformationUnstructured?: InputMaybe<Scalars['String']['input']>;
  requestedExecutionDate?: InputMaybe<Scalars['LocalDate']['input']>;
  ultimateDebtor?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSigningBasketInput = {
  paymentIds: Array<Scalars['String']['input']>;
  psu?: InputMaybe<PsuInput>;
};

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

export type CurrencyExchangeInput = {
  exchangeRate: Scalars['String']['input'];
  markupFee: CardAmountInput;
  markupFeePercentage: Scalars['String']['input'];
  quotationDate: Scalars['LocalDate']['input'];
  sourceCurrency: CurrencyCode;
  targetCurrency: CurrencyCode;
  unitCurrency: CurrencyCode;
};

export type CustomerType =
  | 'CORPORATE'
  | 'PRIVATE';

export type DeleteSandboxAccountInput = {
  resourceId: Scalars['String']['input'];
};

export type DeleteSandboxCardAccountInput = {
  resourceId: Scalars['String']['input'];
};

export type DeleteSandboxCustomerInput = {
  customerId: Scalars['String']['input'];
};

export type DeleteSandboxEngagementInput = {
  agreementId: Scalars['String']['input'];
  engagementId: Scalars['String']['input'];
};

export type DeleteSigningBasketInput = {
  basketId: Scalars['String']['input'];
  psu?: InputMaybe<PsuInput>;
};

export type EngagementRole =
  | 'REGISTER'
  | 'VIEW';

export type ExecutionRule =
  | 'following'
  | 'preceeding';

export type Frequency =
  | 'Annual'
  | 'Daily'
  | 'EveryTwoMonths'
  | 'EveryTwoWeeks'
  | 'Monthly'
  | 'MonthlyVariable'
  | 'Quarterly'
  | 'SemiAnnual'
  | 'Weekly';

export type HttpVerb =
  | 'DELETE'
  | 'GET'
  | 'POST'
  | 'PUT';

export type IbanAccountInput = {
  currency: CurrencyCode;
  iban: Scalars['String']['input'];
};

export type InitialiseSandboxInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

export type KidAgreementInput = {
  lengths: Array<Scalars['Int']['input']>;
  modulus: KidModulus;
  required: Scalars['Boolean']['input'];
};

export type KidModulus =
  | 'MOD10'
  | 'MOD11';

export type MessageCategory =
  | 'ERROR'
  | 'WARNING';

export type MessageCode =
  | 'ACCESS_EXCEEDED'
  | 'BAD_REQUEST'
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_INVALID'
  | 'CONFLICT'
  | 'CONSENT_EXPIRED'
  | 'CONSENT_INVALID'
  | 'CONSENT_UNKNOWN'
  | 'EXECUTION_DATE_INVALID'
  | 'FORBIDDEN'
  | 'FORMAT_ERROR'
  | 'HTTP_HEADER_REQUIRED'
  | 'KID_INVALID'
  | 'KID_MISSING'
  | 'NOT_FOUND'
  | 'PAYMENT_FAILED'
  | 'PRODUCT_INVALID'
  | 'PRODUCT_UNKNOWN'
  | 'PSU_CREDENTIALS_INVALID'
  | 'QUERY_PARAMETER_REQUIRED'
  | 'REFERENCE_MIX_INVALID'
  | 'RESOURCE_UNKNOWN'
  | 'ROLE_INVALID'
  | 'SCA_EXPIRED'
  | 'SCA_INVALID'
  | 'SCA_NOT_FOUND'
  | 'SIGNATURE_INVALID'
  | 'SYSTEM_ERROR';

export type NotificationContent =
  | 'LAST'
  | 'PROCESS'
  | 'SCA';

export type NotificationState =
  | 'ACTIVE'
  | 'FINAL'
  | 'GIVEN_UP';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type OtherIdentificationInput = {
  identification: Scalars['String']['input'];
  schemeNameProprietary: AccountScheme;
};

export type PaymentFilter = {
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  amountTo?: InputMaybe<Scalars['String']['input']>;
  createdFrom?: InputMaybe<Scalars['DateTime']['input']>;
  createdTo?: InputMaybe<Scalars['DateTime']['input']>;
  currency?: InputMaybe<CurrencyCode>;
  products?: InputMaybe<Array<PaymentProduct>>;
  statuses?: InputMaybe<Array<PaymentStatus>>;
  text?: InputMaybe<Scalars['String']['input']>;
};

export type PaymentOrder = {
  direction: OrderDirection;
  field: PaymentOrderField;
};

export type PaymentOrderField =
  | 'AMOUNT'
  | 'CREATED_AT';

export type PaymentProduct =
  | 'BULK_NDCT'
  | 'CBCT'
  | 'INDCTS'
  | 'NCBCT'
  | 'NDCT'
  | 'PERIODIC_NDCT'
  | 'SCT';

export type PaymentStatus =
  | 'ACCP'
  | 'ACSC'
  | 'ACSP'
  | 'ACTC'
  | 'ACWC'
  | 'ACWP'
  | 'CANC'
  | 'PART'
  | 'PDNG'
  | 'PRSY'
  | 'RCVD'
  | 'RJCT';

export type PostalAddressInput = {
  buildingNumber?: InputMaybe<Scalars['String']['input']>;
  city?: InputMaybe<Scalars['String']['input']>;
  country: CountryCode;
  postalCode?: InputMaybe<Scalars['String']['input']>;
  street?: InputMaybe<Scalars['String']['input']>;
};

export type PsuContext =
  | 'CORPORATE'
  | 'PRIVATE';

export type PsuInput = {
  context?: InputMaybe<PsuContext>;
  corporateId?: InputMaybe<Scalars['String']['input']>;
  ipAddress?: InputMaybe<Scalars['String']['input']>;
  notificationContent?: InputMaybe<Scalars['String']['input']>;
  notificationUri?: InputMaybe<Scalars['String']['input']>;
  psuId?: InputMaybe<Scalars['String']['input']>;
  redirectUri?: InputMaybe<Scalars['String']['input']>;
  sessionId?: InputMaybe<Scalars['String']['input']>;
};

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

export type RemittanceInformationStructuredInput = {
  reference: Scalars['String']['input'];
  referenceIssuer?: InputMaybe<Scalars['String']['input']>;
  referenceType?: InputMaybe<Scalars['String']['input']>;
};

export type RequestLogFilter = {
  code?: InputMaybe<Scalars['String']['input']>;
  fromConsole?: InputMaybe<Scalars['Boolean']['input']>;
  path?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  status?: InputMaybe<Scalars['Int']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  xRequestId?: InputMaybe<Scalars['String']['input']>;
};

export type RunPaymentBatchInput = {
  runs?: InputMaybe<Scalars['Int']['input']>;
};

export type SandboxAmountInput = {
  amount: Scalars['String']['input'];
  currency: CurrencyCode;
};

export type SandboxBalanceInput = {
  balanceAmount: SandboxAmountInput;
  balanceType?: InputMaybe<Scalars['String']['input']>;
};

export type SandboxCertificateKind =
  | 'EXPIRED'
  | 'GOOD'
  | 'NOT_YET_VALID'
  | 'UNTRUSTED'
  | 'WEAK_KEY'
  | 'WRONG_ROLE';

export type SandboxEngagedAccountInput = {
  bban?: InputMaybe<Scalars['String']['input']>;
  iban?: InputMaybe<Scalars['String']['input']>;
};

export type SandboxEngagementBodyInput = {
  account: SandboxEngagedAccountInput;
  customer: Scalars['String']['input'];
  roles: Array<EngagementRole>;
};

export type SandboxEventKind =
  | 'AUTHORISATION_EXPIRED'
  | 'BATCH_RUN'
  | 'PERIODIC_EXECUTION'
  | 'SESSION_ENDED';

export type ScaStatus =
  | 'exempted'
  | 'failed'
  | 'finalised'
  | 'psuAuthenticated'
  | 'started';

export type SetSandboxBalancesInput = {
  balances: Array<SandboxBalanceInput>;
  resourceId: Scalars['String']['input'];
};

export type SetSandboxFaultsInput = {
  fault?: InputMaybe<Scalars['String']['input']>;
  path?: InputMaybe<Scalars['String']['input']>;
  times?: InputMaybe<Scalars['Int']['input']>;
};

export type SignOutInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
};

export type SigningBasketStatus =
  | 'ACTC'
  | 'PATC'
  | 'RCVD'
  | 'RJCT';

export type StartAuthorisationInput = {
  basketId?: InputMaybe<Scalars['String']['input']>;
  paymentId?: InputMaybe<Scalars['String']['input']>;
  psu?: InputMaybe<PsuInput>;
};

export type StartCancellationAuthorisationInput = {
  paymentId: Scalars['String']['input'];
  psu?: InputMaybe<PsuInput>;
};

export type StartAuthorisationMutationVariables = Exact<{
  input: StartAuthorisationInput;
}>;


export type StartAuthorisationMutation = { __typename?: 'Mutation', answer: { __typename?: 'StartAuthorisationPayload', psuMessage?: string | null, authorisation?: { __typename?: 'Authorisation', authorisationId: string } | null, links?: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type StartCancellationMutationVariables = Exact<{
  input: StartCancellationAuthorisationInput;
}>;


export type StartCancellationMutation = { __typename?: 'Mutation', answer: { __typename?: 'StartCancellationAuthorisationPayload', authorisation?: { __typename?: 'Authorisation', authorisationId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CompleteAuthorisationMutationVariables = Exact<{
  input: CompleteAuthorisationInput;
}>;


export type CompleteAuthorisationMutation = { __typename?: 'Mutation', answer: { __typename?: 'CompleteAuthorisationPayload', psuMessage?: string | null, authorisation?: { __typename?: 'Authorisation', authorisationId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type MessageFragment = { __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string };

export type AccountsQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AccountsQuery = { __typename?: 'Query', sandboxAccounts: { __typename?: 'SandboxAccountConnection', nodes: Array<{ __typename?: 'SandboxAccount', resourceId: string, accountName: string, bban?: string | null, iban?: string | null, currency: CurrencyCode, customerNumber?: string | null, customer?: { __typename?: 'SandboxCustomer', customerId: string, customerNumber: string, customerName: string, customerType: CustomerType } | null, balances: Array<{ __typename?: 'SandboxBalance', balanceAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }>, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type BasketsQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type BasketsQuery = { __typename?: 'Query', signingBaskets: { __typename?: 'SigningBasketConnection', nodes: Array<{ __typename?: 'SigningBasket', basketId: string, createdAt: string, transactionStatus: SigningBasketStatus, payments: Array<
        | { __typename?: 'BulkPayment', paymentId: string }
        | { __typename?: 'CrossBorderPayment', paymentId: string }
        | { __typename?: 'DomesticPayment', paymentId: string }
        | { __typename?: 'InstantPayment', paymentId: string }
        | { __typename?: 'PeriodicPayment', paymentId: string }
        | { __typename?: 'SepaPayment', paymentId: string }
      > }>, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type BasketQueryVariables = Exact<{
  basketId: Scalars['String']['input'];
}>;


export type BasketQuery = { __typename?: 'Query', signingBasket?: { __typename?: 'SigningBasket', basketId: string, createdAt: string, transactionStatus: SigningBasketStatus, payments: Array<
      | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    >, links: { __typename?: 'Links', startAuthorisation?: { __typename?: 'Link', href: string } | null } } | null };

export type UnsignedQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type UnsignedQuery = { __typename?: 'Query', payments: { __typename?: 'PaymentConnection', nodes: Array<
      | { __typename: 'BulkPayment', psuId?: string | null, paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', psuId?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', psuId?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', psuId?: string | null, remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', psuId?: string | null, remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', psuId?: string | null, remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, basket?: { __typename?: 'SigningBasket', transactionStatus: SigningBasketStatus } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    >, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type CreateBasketMutationVariables = Exact<{
  input: CreateSigningBasketInput;
}>;


export type CreateBasketMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSigningBasketPayload', signingBasket?: { __typename?: 'SigningBasket', basketId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type DeleteBasketMutationVariables = Exact<{
  input: DeleteSigningBasketInput;
}>;


export type DeleteBasketMutation = { __typename?: 'Mutation', answer: { __typename?: 'DeleteSigningBasketPayload', signingBasket?: { __typename?: 'SigningBasket', basketId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreateCertificateMutationVariables = Exact<{
  input: CreateSandboxCertificateInput;
}>;


export type CreateCertificateMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSandboxCertificatePayload', certificate?: { __typename?: 'SandboxCertificate', tppId: string, kind: SandboxCertificateKind, certificate?: string | null, privateKey?: string | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CheckInstantQueryVariables = Exact<{
  input: CreateInstantPaymentInput;
}>;


export type CheckInstantQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CheckDomesticQueryVariables = Exact<{
  input: CreateDomesticPaymentInput;
}>;


export type CheckDomesticQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CheckCrossBorderQueryVariables = Exact<{
  input: CreateCrossBorderPaymentInput;
}>;


export type CheckCrossBorderQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CheckSepaQueryVariables = Exact<{
  input: CreateSepaPaymentInput;
}>;


export type CheckSepaQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CheckPeriodicQueryVariables = Exact<{
  input: CreatePeriodicPaymentInput;
}>;


export type CheckPeriodicQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CheckBulkQueryVariables = Exact<{
  input: CreateBulkPaymentInput;
}>;


export type CheckBulkQuery = { __typename?: 'Query', messages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> };

export type CreateInstantMutationVariables = Exact<{
  input: CreateInstantPaymentInput;
}>;


export type CreateInstantMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateInstantPaymentPayload', payment?: { __typename?: 'InstantPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreateDomesticMutationVariables = Exact<{
  input: CreateDomesticPaymentInput;
}>;


export type CreateDomesticMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateDomesticPaymentPayload', payment?: { __typename?: 'DomesticPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreateCrossBorderMutationVariables = Exact<{
  input: CreateCrossBorderPaymentInput;
}>;


export type CreateCrossBorderMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateCrossBorderPaymentPayload', payment?: { __typename?: 'CrossBorderPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreateSepaMutationVariables = Exact<{
  input: CreateSepaPaymentInput;
}>;


export type CreateSepaMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSepaPaymentPayload', payment?: { __typename?: 'SepaPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreatePeriodicMutationVariables = Exact<{
  input: CreatePeriodicPaymentInput;
}>;


export type CreatePeriodicMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreatePeriodicPaymentPayload', payment?: { __typename?: 'PeriodicPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CreateBulkMutationVariables = Exact<{
  input: CreateBulkPaymentInput;
}>;


export type CreateBulkMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateBulkPaymentPayload', payment?: { __typename?: 'BulkPayment', paymentId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type CustomersQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CustomersQuery = { __typename?: 'Query', sandboxCustomers: { __typename?: 'SandboxCustomerConnection', nodes: Array<{ __typename?: 'SandboxCustomer', customerId: string, customerNumber: string, customerName: string, customerType: CustomerType }>, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type CardsQueryVariables = Exact<{
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CardsQuery = { __typename?: 'Query', sandboxCardAccounts: { __typename?: 'SandboxCardAccountConnection', nodes: Array<{ __typename?: 'SandboxCardAccount', resourceId: string, name?: string | null, maskedPan: string, customerNumber: string, balances: Array<{ __typename?: 'SandboxBalance', balanceAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }>, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type AccountPageQueryVariables = Exact<{
  resourceId: Scalars['String']['input'];
}>;


export type AccountPageQuery = { __typename?: 'Query', sandboxAccount?: { __typename?: 'SandboxAccount', resourceId: string, accountName: string, bban?: string | null, iban?: string | null, currency: CurrencyCode, customer?: { __typename?: 'SandboxCustomer', customerName: string } | null, kidAgreement?: { __typename?: 'KidAgreement', required: boolean, modulus: KidModulus, lengths: Array<number> } | null, balances: Array<{ __typename?: 'SandboxBalance', balanceType: string, balanceAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }>, transactions: { __typename?: 'AccountTransactionConnection', totalCount: number, nodes: Array<{ __typename?: 'AccountTransaction', transactionId: string, bookingDate: string, creditorName?: string | null, debtorName?: string | null, paymentId: string, remittanceInformationUnstructured?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, transactionAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> } } | null };

export type CardPageQueryVariables = Exact<{
  resourceId: Scalars['String']['input'];
}>;


export type CardPageQuery = { __typename?: 'Query', viewer: { __typename?: 'Viewer', clock: string }, sandboxCardAccount?: { __typename?: 'SandboxCardAccount', resourceId: string, name?: string | null, maskedPan: string, currency: CurrencyCode, customer?: { __typename?: 'SandboxCustomer', customerName: string } | null, creditLimit?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, balances: Array<{ __typename?: 'SandboxBalance', balanceType: string, balanceAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }>, transactions: { __typename?: 'CardTransactionConnection', totalCount: number, nodes: Array<{ __typename?: 'CardTransaction', cardTransactionId: string, bookingDate: string, transactionDetails: string, cardAcceptorId: string, transactionAmount: { __typename?: 'CardAmount', amount: number, currency: string } }> } } | null };

export type AddPurchaseMutationVariables = Exact<{
  input: CreateSandboxCardTransactionsInput;
}>;


export type AddPurchaseMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSandboxCardTransactionsPayload', cardTransactions?: Array<{ __typename?: 'CardTransaction', cardTransactionId: string }> | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type SetBalanceMutationVariables = Exact<{
  input: SetSandboxBalancesInput;
}>;


export type SetBalanceMutation = { __typename?: 'Mutation', answer: { __typename?: 'SetSandboxBalancesPayload', account?: { __typename?: 'SandboxAccount', resourceId: string } | null, cardAccount?: { __typename?: 'SandboxCardAccount', resourceId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type ResetSandboxMutationVariables = Exact<{ [key: string]: never; }>;


export type ResetSandboxMutation = { __typename?: 'Mutation', answer: { __typename?: 'InitialiseSandboxPayload', customers?: Array<{ __typename?: 'SandboxCustomer', customerId: string }> | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type AddCustomerMutationVariables = Exact<{
  input: CreateSandboxCustomerInput;
}>;


export type AddCustomerMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSandboxCustomerPayload', customer?: { __typename?: 'SandboxCustomer', customerId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type AddAccountMutationVariables = Exact<{
  input: CreateSandboxAccountInput;
}>;


export type AddAccountMutation = { __typename?: 'Mutation', answer: { __typename?: 'CreateSandboxAccountPayload', account?: { __typename?: 'SandboxAccount', resourceId: string } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type FaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type FaultsQuery = { __typename?: 'Query', sandboxFaults?: { __typename?: 'SandboxFaults', fault: string, timesLeft: number, path?: string | null, until: string } | null };

export type SetFaultsMutationVariables = Exact<{
  input: SetSandboxFaultsInput;
}>;


export type SetFaultsMutation = { __typename?: 'Mutation', answer: { __typename?: 'SetSandboxFaultsPayload', tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type OverviewQueryVariables = Exact<{
  customer?: InputMaybe<Array<PaymentStatus> | PaymentStatus>;
  bank?: InputMaybe<Array<PaymentStatus> | PaymentStatus>;
  finished?: InputMaybe<Array<PaymentStatus> | PaymentStatus>;
}>;


export type OverviewQuery = { __typename?: 'Query', viewer: { __typename?: 'Viewer', clock: string, nextBatchRun: string }, paymentDays: Array<{ __typename?: 'PaymentDay', date: string, statuses: Array<{ __typename?: 'StatusCount', transactionStatus: PaymentStatus, count: number }>, moved: Array<{ __typename?: 'Amount', amount: string, currency: CurrencyCode }> }>, customer: { __typename?: 'PaymentConnection', totalCount: number, nodes: Array<
      | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    > }, bank: { __typename?: 'PaymentConnection', totalCount: number, nodes: Array<
      | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    > }, finished: { __typename?: 'PaymentConnection', nodes: Array<
      | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    > }, all: { __typename?: 'PaymentConnection', totalCount: number } };

export type PaymentDetailsQueryVariables = Exact<{
  paymentId: Scalars['String']['input'];
}>;


export type PaymentDetailsQuery = { __typename?: 'Query', payment?:
    | { __typename: 'BulkPayment', paymentInformationId?: string | null, requestedExecutionDate?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, payments: Array<{ __typename?: 'BulkPaymentEntry', debtorName?: string | null, ultimateDebtor?: string | null, creditorName: string, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, endToEndIdentification?: string | null, instructedAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, transactionStatus: PaymentStatus, reason?: string | null }>, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename: 'CrossBorderPayment', creditorAgent?: string | null, ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, regulatoryReportingCode?: string | null, regulatoryReportingInformation?: string | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, requiredAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename: 'DomesticPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename: 'InstantPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, requiredAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename: 'PeriodicPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, frequency: Frequency, startDate: string, endDate?: string | null, dayOfExecution?: string | null, monthsOfExecution?: Array<number> | null, executionRule?: ExecutionRule | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename: 'SepaPayment', creditorAgent?: string | null, ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
   | null };

export type PaymentStateQueryVariables = Exact<{
  paymentId: Scalars['String']['input'];
  withParts: Scalars['Boolean']['input'];
}>;


export type PaymentStateQuery = { __typename?: 'Query', payment?:
    | { __typename?: 'BulkPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, transactionStatus: PaymentStatus, reason?: string | null }>, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename?: 'CrossBorderPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename?: 'DomesticPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename?: 'InstantPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename?: 'PeriodicPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
    | { __typename?: 'SepaPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> }
   | null };

type PaymentDetails_BulkPayment_Fragment = { __typename: 'BulkPayment', paymentInformationId?: string | null, requestedExecutionDate?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, payments: Array<{ __typename?: 'BulkPaymentEntry', debtorName?: string | null, ultimateDebtor?: string | null, creditorName: string, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, endToEndIdentification?: string | null, instructedAmount: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null }>, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, transactionStatus: PaymentStatus, reason?: string | null }>, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentDetails_CrossBorderPayment_Fragment = { __typename: 'CrossBorderPayment', creditorAgent?: string | null, ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, regulatoryReportingCode?: string | null, regulatoryReportingInformation?: string | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, requiredAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentDetails_DomesticPayment_Fragment = { __typename: 'DomesticPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentDetails_InstantPayment_Fragment = { __typename: 'InstantPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, requiredAddress: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode }, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentDetails_PeriodicPayment_Fragment = { __typename: 'PeriodicPayment', ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, frequency: Frequency, startDate: string, endDate?: string | null, dayOfExecution?: string | null, monthsOfExecution?: Array<number> | null, executionRule?: ExecutionRule | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentDetails_SepaPayment_Fragment = { __typename: 'SepaPayment', creditorAgent?: string | null, ultimateDebtor?: string | null, remittanceInformationUnstructured?: string | null, purposeCode?: PurposeCode | null, requestedExecutionDate?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, createdAt: string, psuId?: string | null, creditorNames: Array<string>, debtorName?: string | null, transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, creditorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, creditorAddress?: { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode } | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null, transactionFees: { __typename?: 'Amount', amount: string, currency: CurrencyCode }, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null }, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

export type PaymentDetailsFragment =
  | PaymentDetails_BulkPayment_Fragment
  | PaymentDetails_CrossBorderPayment_Fragment
  | PaymentDetails_DomesticPayment_Fragment
  | PaymentDetails_InstantPayment_Fragment
  | PaymentDetails_PeriodicPayment_Fragment
  | PaymentDetails_SepaPayment_Fragment
;

type PaymentState_BulkPayment_Fragment = { __typename?: 'BulkPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

type PaymentState_CrossBorderPayment_Fragment = { __typename?: 'CrossBorderPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

type PaymentState_DomesticPayment_Fragment = { __typename?: 'DomesticPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

type PaymentState_InstantPayment_Fragment = { __typename?: 'InstantPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

type PaymentState_PeriodicPayment_Fragment = { __typename?: 'PeriodicPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, upcomingExecutions: Array<{ __typename?: 'PlannedExecution', date: string, nominalDate: string, moved: boolean, reason?: string | null }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

type PaymentState_SepaPayment_Fragment = { __typename?: 'SepaPayment', transactionStatus: PaymentStatus, fundsAvailable?: boolean | null, bankReference?: string | null, bankHeardAt?: string | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }>, statusHistory: Array<{ __typename?: 'StatusChange', from?: PaymentStatus | null, to: PaymentStatus, at: string, reason: string }>, authorisations: Array<{ __typename?: 'PaymentAuthorisation', authorisationId: string, kind: AuthorisationKind, scaStatus: ScaStatus, createdAt: string, expiresAt: string, endedAt?: string | null, endReason?: AuthorisationEndReason | null, links: { __typename?: 'Links', scaRedirect?: { __typename?: 'Link', href: string } | null } }>, notifications?: { __typename?: 'PaymentNotifications', uri: string, content: Array<NotificationContent>, state: NotificationState, delivered: number, pending: number, nextAttemptAt?: string | null, lastAttempt?: { __typename?: 'NotificationAttempt', at: string, status?: number | null, failure?: string | null } | null } | null, basket?: { __typename?: 'SigningBasket', basketId: string, transactionStatus: SigningBasketStatus } | null, links: { __typename?: 'Links', self?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, status?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null, startAuthorisation?: { __typename?: 'Link', href: string, verbs: Array<HttpVerb> } | null } };

export type PaymentStateFragment =
  | PaymentState_BulkPayment_Fragment
  | PaymentState_CrossBorderPayment_Fragment
  | PaymentState_DomesticPayment_Fragment
  | PaymentState_InstantPayment_Fragment
  | PaymentState_PeriodicPayment_Fragment
  | PaymentState_SepaPayment_Fragment
;

type PaymentParts_BulkPayment_Fragment = { __typename?: 'BulkPayment', entries: Array<{ __typename?: 'BulkPaymentEntryStatus', index: number, transactionStatus: PaymentStatus, reason?: string | null }>, bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentParts_CrossBorderPayment_Fragment = { __typename?: 'CrossBorderPayment', bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentParts_DomesticPayment_Fragment = { __typename?: 'DomesticPayment', bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentParts_InstantPayment_Fragment = { __typename?: 'InstantPayment', bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentParts_PeriodicPayment_Fragment = { __typename?: 'PeriodicPayment', bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

type PaymentParts_SepaPayment_Fragment = { __typename?: 'SepaPayment', bookings: Array<{ __typename?: 'PaymentBooking', at: string, creditorName?: string | null, amount: { __typename?: 'Amount', amount: string, currency: CurrencyCode } }> };

export type PaymentPartsFragment =
  | PaymentParts_BulkPayment_Fragment
  | PaymentParts_CrossBorderPayment_Fragment
  | PaymentParts_DomesticPayment_Fragment
  | PaymentParts_InstantPayment_Fragment
  | PaymentParts_PeriodicPayment_Fragment
  | PaymentParts_SepaPayment_Fragment
;

export type AddressFragment = { __typename?: 'Address', street?: string | null, buildingNumber?: string | null, postalCode?: string | null, city?: string | null, townName?: string | null, country: CountryCode };

export type ReferenceFragment = { __typename?: 'RemittanceInformationStructured', reference: string, referenceType?: string | null, referenceIssuer?: string | null };

export type AccountFragment = { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null };

export type CancelPaymentMutationVariables = Exact<{
  input: CancelPaymentInput;
}>;


export type CancelPaymentMutation = { __typename?: 'Mutation', answer: { __typename?: 'CancelPaymentPayload', payment?:
      | { __typename?: 'BulkPayment', paymentId: string }
      | { __typename?: 'CrossBorderPayment', paymentId: string }
      | { __typename?: 'DomesticPayment', paymentId: string }
      | { __typename?: 'InstantPayment', paymentId: string }
      | { __typename?: 'PeriodicPayment', paymentId: string }
      | { __typename?: 'SepaPayment', paymentId: string }
     | null, links?: { __typename?: 'Links', startAuthorisation?: { __typename?: 'Link', href: string } | null } | null, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type PaymentsPageQueryVariables = Exact<{
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PaymentFilter>;
}>;


export type PaymentsPageQuery = { __typename?: 'Query', payments: { __typename?: 'PaymentConnection', totalCount: number, nodes: Array<
      | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
      | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    >, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, endCursor?: string | null } } };

export type PaymentChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type PaymentChangesSubscription = { __typename?: 'Subscription', paymentStatusChanged:
    | { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
    | { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null }
   };

type ListedPayment_BulkPayment_Fragment = { __typename: 'BulkPayment', paymentInformationId?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_CrossBorderPayment_Fragment = { __typename: 'CrossBorderPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_DomesticPayment_Fragment = { __typename: 'DomesticPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_InstantPayment_Fragment = { __typename: 'InstantPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_PeriodicPayment_Fragment = { __typename: 'PeriodicPayment', remittanceInformationUnstructured?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

type ListedPayment_SepaPayment_Fragment = { __typename: 'SepaPayment', remittanceInformationUnstructured?: string | null, endToEndIdentification?: string | null, paymentId: string, product: PaymentProduct, transactionStatus: PaymentStatus, createdAt: string, creditorNames: Array<string>, debtorName?: string | null, remittanceInformationStructured?: { __typename?: 'RemittanceInformationStructured', reference: string } | null, remittanceInformationStructuredArray?: Array<{ __typename?: 'RemittanceInformationStructured', reference: string }> | null, debtorAccount: { __typename?: 'AccountReference', bban?: string | null, iban?: string | null, other?: { __typename?: 'OtherIdentification', identification: string } | null }, totalAmount?: { __typename?: 'Amount', amount: string, currency: CurrencyCode } | null };

export type ListedPaymentFragment =
  | ListedPayment_BulkPayment_Fragment
  | ListedPayment_CrossBorderPayment_Fragment
  | ListedPayment_DomesticPayment_Fragment
  | ListedPayment_InstantPayment_Fragment
  | ListedPayment_PeriodicPayment_Fragment
  | ListedPayment_SepaPayment_Fragment
;

export type RequestsQueryVariables = Exact<{
  filter?: InputMaybe<RequestLogFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
}>;


export type RequestsQuery = { __typename?: 'Query', requestLog: { __typename?: 'LoggedRequestConnection', totalCount: number, pageInfo: { __typename?: 'PageInfo', hasNextPage: boolean, hasPreviousPage: boolean, startCursor?: string | null, endCursor?: string | null }, nodes: Array<{ __typename?: 'LoggedRequest', id: string, at: string, method: string, path: string, operationName?: string | null, status: number, code?: string | null, xRequestId?: string | null, durationMs: number }> } };

export type RequestPageQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type RequestPageQuery = { __typename?: 'Query', node?:
    | { __typename?: 'AccountTransaction' }
    | { __typename?: 'BulkPayment' }
    | { __typename?: 'CardTransaction' }
    | { __typename?: 'CrossBorderPayment' }
    | { __typename?: 'DomesticPayment' }
    | { __typename?: 'InstantPayment' }
    | { __typename?: 'LoggedRequest', at: string, method: string, path: string, operationName?: string | null, status: number, code?: string | null, xRequestId?: string | null, durationMs: number, fault?: string | null, requestBody?: string | null, responseBody?: string | null, requestHeaders: Array<{ __typename?: 'LoggedHeader', name: string, value: string }>, responseHeaders: Array<{ __typename?: 'LoggedHeader', name: string, value: string }>, checks: Array<{ __typename?: 'RequestCheck', name: CheckName, result: CheckResult, detail?: string | null, durationMs?: number | null }>, signature?: { __typename?: 'SignatureComparison', expected: string, received?: string | null, firstDifference?: number | null } | null }
    | { __typename?: 'PeriodicPayment' }
    | { __typename?: 'SandboxAccount' }
    | { __typename?: 'SandboxCardAccount' }
    | { __typename?: 'SandboxCustomer' }
    | { __typename?: 'SepaPayment' }
    | { __typename?: 'SigningBasket' }
   | null };

export type ScenariosQueryVariables = Exact<{ [key: string]: never; }>;


export type ScenariosQuery = { __typename?: 'Query', scenarios: Array<{ __typename?: 'Scenario', name: string, creditorName: string, description: string }> };

export type AdvanceClockMutationVariables = Exact<{
  input: AdvanceSandboxClockInput;
}>;


export type AdvanceClockMutation = { __typename?: 'Mutation', answer: { __typename?: 'AdvanceSandboxClockPayload', reached?: boolean | null, hasMoreEvents: boolean, events: Array<{ __typename?: 'SandboxEvent', time: string, kind: SandboxEventKind, paymentId?: string | null, transactionStatus?: PaymentStatus | null, text: string }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type RunBatchMutationVariables = Exact<{
  input?: InputMaybe<RunPaymentBatchInput>;
}>;


export type RunBatchMutation = { __typename?: 'Mutation', answer: { __typename?: 'RunPaymentBatchPayload', reached?: boolean | null, hasMoreEvents: boolean, events: Array<{ __typename?: 'SandboxEvent', time: string, kind: SandboxEventKind, paymentId?: string | null, transactionStatus?: PaymentStatus | null, text: string }>, tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type EventFragment = { __typename?: 'SandboxEvent', time: string, kind: SandboxEventKind, paymentId?: string | null, transactionStatus?: PaymentStatus | null, text: string };

export type AgendaQueryVariables = Exact<{
  first: Scalars['Int']['input'];
}>;


export type AgendaQuery = { __typename?: 'Query', upcomingEvents: Array<{ __typename?: 'SandboxEvent', time: string, kind: SandboxEventKind, paymentId?: string | null, transactionStatus?: PaymentStatus | null, text: string }> };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { __typename?: 'Mutation', answer: { __typename?: 'SignOutPayload', tppMessages: Array<{ __typename?: 'TppMessage', category: MessageCategory, code: MessageCode, path?: string | null, text: string }> } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename?: 'Query', viewer: { __typename?: 'Viewer', tppId: string, name: string, clock: string } };

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
export const AccountFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
    `, {"fragmentName":"Account"}) as unknown as TypedDocumentString<AccountFragment, unknown>;
export const MessageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Message on TppMessage {
  category
  code
  path
  text
}
    `, {"fragmentName":"Message"}) as unknown as TypedDocumentString<MessageFragment, unknown>;
export const PaymentStateFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PaymentState on Payment {
  transactionStatus
  fundsAvailable
  bankReference
  bankHeardAt
  tppMessages {
    ...Message
  }
  statusHistory {
    from
    to
    at
    reason
  }
  authorisations {
    authorisationId
    kind
    scaStatus
    createdAt
    expiresAt
    endedAt
    endReason
    links {
      scaRedirect {
        href
      }
    }
  }
  notifications {
    uri
    content
    state
    delivered
    pending
    lastAttempt {
      at
      status
      failure
    }
    nextAttemptAt
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
    status {
      href
      verbs
    }
    startAuthorisation {
      href
      verbs
    }
  }
  ... on PeriodicPayment {
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`, {"fragmentName":"PaymentState"}) as unknown as TypedDocumentString<PaymentStateFragment, unknown>;
export const PaymentPartsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PaymentParts on Payment {
  bookings(first: 500) {
    at
    amount {
      amount
      currency
    }
    creditorName
  }
  ... on BulkPayment {
    entries {
      index
      transactionStatus
      reason
    }
  }
}
    `, {"fragmentName":"PaymentParts"}) as unknown as TypedDocumentString<PaymentPartsFragment, unknown>;
export const AddressFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Address on Address {
  street
  buildingNumber
  postalCode
  city
  townName
  country
}
    `, {"fragmentName":"Address"}) as unknown as TypedDocumentString<AddressFragment, unknown>;
export const ReferenceFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Reference on RemittanceInformationStructured {
  reference
  referenceType
  referenceIssuer
}
    `, {"fragmentName":"Reference"}) as unknown as TypedDocumentString<ReferenceFragment, unknown>;
export const PaymentDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PaymentDetails on Payment {
  __typename
  paymentId
  product
  createdAt
  psuId
  creditorNames
  debtorName
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
  ...PaymentState
  ...PaymentParts
  ... on DomesticPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    requestedExecutionDate
    endToEndIdentification
  }
  ... on InstantPayment {
    creditorAccount {
      ...Account
    }
    requiredAddress: creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    purposeCode
  }
  ... on CrossBorderPayment {
    creditorAccount {
      ...Account
    }
    requiredAddress: creditorAddress {
      ...Address
    }
    creditorAgent
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    regulatoryReportingCode
    regulatoryReportingInformation
    requestedExecutionDate
    endToEndIdentification
  }
  ... on SepaPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    creditorAgent
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    requestedExecutionDate
    endToEndIdentification
  }
  ... on PeriodicPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    purposeCode
    frequency
    startDate
    endDate
    dayOfExecution
    monthsOfExecution
    executionRule
  }
  ... on BulkPayment {
    paymentInformationId
    requestedExecutionDate
    payments {
      instructedAmount {
        amount
        currency
      }
      debtorName
      ultimateDebtor
      creditorName
      creditorAccount {
        ...Account
      }
      creditorAddress {
        ...Address
      }
      remittanceInformationUnstructured
      remittanceInformationStructured {
        ...Reference
      }
      remittanceInformationStructuredArray {
        ...Reference
      }
      purposeCode
      endToEndIdentification
    }
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}
fragment PaymentState on Payment {
  transactionStatus
  fundsAvailable
  bankReference
  bankHeardAt
  tppMessages {
    ...Message
  }
  statusHistory {
    from
    to
    at
    reason
  }
  authorisations {
    authorisationId
    kind
    scaStatus
    createdAt
    expiresAt
    endedAt
    endReason
    links {
      scaRedirect {
        href
      }
    }
  }
  notifications {
    uri
    content
    state
    delivered
    pending
    lastAttempt {
      at
      status
      failure
    }
    nextAttemptAt
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
    status {
      href
      verbs
    }
    startAuthorisation {
      href
      verbs
    }
  }
  ... on PeriodicPayment {
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
}
fragment PaymentParts on Payment {
  bookings(first: 500) {
    at
    amount {
      amount
      currency
    }
    creditorName
  }
  ... on BulkPayment {
    entries {
      index
      transactionStatus
      reason
    }
  }
}
fragment Address on Address {
  street
  buildingNumber
  postalCode
  city
  townName
  country
}
fragment Reference on RemittanceInformationStructured {
  reference
  referenceType
  referenceIssuer
}
fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}`, {"fragmentName":"PaymentDetails"}) as unknown as TypedDocumentString<PaymentDetailsFragment, unknown>;
export const ListedPaymentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}`, {"fragmentName":"ListedPayment"}) as unknown as TypedDocumentString<ListedPaymentFragment, unknown>;
export const EventFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Event on SandboxEvent {
  time
  kind
  paymentId
  transactionStatus
  text
}
    `, {"fragmentName":"Event"}) as unknown as TypedDocumentString<EventFragment, unknown>;
export const StartAuthorisationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartAuthorisation($input: StartAuthorisationInput!) {
  answer: startAuthorisation(input: $input) {
    authorisation {
      authorisationId
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
export const StartCancellationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation StartCancellation($input: StartCancellationAuthorisationInput!) {
  answer: startCancellationAuthorisation(input: $input) {
    authorisation {
      authorisationId
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
export const CompleteAuthorisationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CompleteAuthorisation($input: CompleteAuthorisationInput!) {
  answer: completeAuthorisation(input: $input) {
    authorisation {
      authorisationId
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
export const AccountsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Accounts($after: String) {
  sandboxAccounts(first: 100, after: $after) {
    nodes {
      resourceId
      accountName
      bban
      iban
      currency
      customerNumber
      customer {
        customerId
        customerNumber
        customerName
        customerType
      }
      balances {
        balanceAmount {
          amount
          currency
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountsQuery, AccountsQueryVariables>;
export const BasketsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Baskets($after: String) {
  signingBaskets(first: 50, after: $after) {
    nodes {
      basketId
      createdAt
      transactionStatus
      payments {
        paymentId
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BasketsQuery, BasketsQueryVariables>;
export const BasketDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Basket($basketId: String!) {
  signingBasket(basketId: $basketId) {
    basketId
    createdAt
    transactionStatus
    payments {
      ...ListedPayment
    }
    links {
      startAuthorisation {
        href
      }
    }
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}`) as unknown as TypedDocumentString<BasketQuery, BasketQueryVariables>;
export const UnsignedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Unsigned($after: String) {
  payments(
    first: 100
    after: $after
    filter: {statuses: [RCVD], products: [INDCTS, NDCT, SCT, NCBCT, CBCT]}
  ) {
    nodes {
      ...ListedPayment
      psuId
      basket {
        transactionStatus
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}`) as unknown as TypedDocumentString<UnsignedQuery, UnsignedQueryVariables>;
export const CreateBasketDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateBasket($input: CreateSigningBasketInput!) {
  answer: createSigningBasket(input: $input) {
    signingBasket {
      basketId
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
}`) as unknown as TypedDocumentString<CreateBasketMutation, CreateBasketMutationVariables>;
export const DeleteBasketDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteBasket($input: DeleteSigningBasketInput!) {
  answer: deleteSigningBasket(input: $input) {
    signingBasket {
      basketId
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
}`) as unknown as TypedDocumentString<DeleteBasketMutation, DeleteBasketMutationVariables>;
export const CreateCertificateDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateCertificate($input: CreateSandboxCertificateInput!) {
  answer: createSandboxCertificate(input: $input) {
    certificate {
      tppId
      kind
      certificate
      privateKey
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
}`) as unknown as TypedDocumentString<CreateCertificateMutation, CreateCertificateMutationVariables>;
export const CheckInstantDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckInstant($input: CreateInstantPaymentInput!) {
  messages: checkInstantPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckInstantQuery, CheckInstantQueryVariables>;
export const CheckDomesticDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckDomestic($input: CreateDomesticPaymentInput!) {
  messages: checkDomesticPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckDomesticQuery, CheckDomesticQueryVariables>;
export const CheckCrossBorderDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckCrossBorder($input: CreateCrossBorderPaymentInput!) {
  messages: checkCrossBorderPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckCrossBorderQuery, CheckCrossBorderQueryVariables>;
export const CheckSepaDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckSepa($input: CreateSepaPaymentInput!) {
  messages: checkSepaPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckSepaQuery, CheckSepaQueryVariables>;
export const CheckPeriodicDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckPeriodic($input: CreatePeriodicPaymentInput!) {
  messages: checkPeriodicPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckPeriodicQuery, CheckPeriodicQueryVariables>;
export const CheckBulkDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckBulk($input: CreateBulkPaymentInput!) {
  messages: checkBulkPayment(input: $input) {
    ...Message
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}`) as unknown as TypedDocumentString<CheckBulkQuery, CheckBulkQueryVariables>;
export const CreateInstantDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateInstant($input: CreateInstantPaymentInput!) {
  answer: createInstantPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreateInstantMutation, CreateInstantMutationVariables>;
export const CreateDomesticDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateDomestic($input: CreateDomesticPaymentInput!) {
  answer: createDomesticPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreateDomesticMutation, CreateDomesticMutationVariables>;
export const CreateCrossBorderDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateCrossBorder($input: CreateCrossBorderPaymentInput!) {
  answer: createCrossBorderPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreateCrossBorderMutation, CreateCrossBorderMutationVariables>;
export const CreateSepaDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSepa($input: CreateSepaPaymentInput!) {
  answer: createSepaPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreateSepaMutation, CreateSepaMutationVariables>;
export const CreatePeriodicDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreatePeriodic($input: CreatePeriodicPaymentInput!) {
  answer: createPeriodicPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreatePeriodicMutation, CreatePeriodicMutationVariables>;
export const CreateBulkDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateBulk($input: CreateBulkPaymentInput!) {
  answer: createBulkPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CreateBulkMutation, CreateBulkMutationVariables>;
export const CustomersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Customers($after: String) {
  sandboxCustomers(first: 100, after: $after) {
    nodes {
      customerId
      customerNumber
      customerName
      customerType
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CustomersQuery, CustomersQueryVariables>;
export const CardsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Cards($after: String) {
  sandboxCardAccounts(first: 100, after: $after) {
    nodes {
      resourceId
      name
      maskedPan
      customerNumber
      balances {
        balanceAmount {
          amount
          currency
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CardsQuery, CardsQueryVariables>;
export const AccountPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AccountPage($resourceId: String!) {
  sandboxAccount(resourceId: $resourceId) {
    resourceId
    accountName
    bban
    iban
    currency
    customer {
      customerName
    }
    kidAgreement {
      required
      modulus
      lengths
    }
    balances {
      balanceType
      balanceAmount {
        amount
        currency
      }
    }
    transactions(first: 100) {
      nodes {
        transactionId
        bookingDate
        creditorName
        debtorName
        paymentId
        remittanceInformationUnstructured
        remittanceInformationStructured {
          reference
        }
        remittanceInformationStructuredArray {
          reference
        }
        transactionAmount {
          amount
          currency
        }
      }
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<AccountPageQuery, AccountPageQueryVariables>;
export const CardPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CardPage($resourceId: String!) {
  viewer {
    clock
  }
  sandboxCardAccount(resourceId: $resourceId) {
    resourceId
    name
    maskedPan
    currency
    customer {
      customerName
    }
    creditLimit {
      amount
      currency
    }
    balances {
      balanceType
      balanceAmount {
        amount
        currency
      }
    }
    transactions(first: 100, bookingStatus: booked) {
      nodes {
        cardTransactionId
        bookingDate
        transactionDetails
        cardAcceptorId
        transactionAmount {
          amount
          currency
        }
      }
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<CardPageQuery, CardPageQueryVariables>;
export const AddPurchaseDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AddPurchase($input: CreateSandboxCardTransactionsInput!) {
  answer: createSandboxCardTransactions(input: $input) {
    cardTransactions {
      cardTransactionId
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
}`) as unknown as TypedDocumentString<AddPurchaseMutation, AddPurchaseMutationVariables>;
export const SetBalanceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetBalance($input: SetSandboxBalancesInput!) {
  answer: setSandboxBalances(input: $input) {
    account {
      resourceId
    }
    cardAccount {
      resourceId
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
}`) as unknown as TypedDocumentString<SetBalanceMutation, SetBalanceMutationVariables>;
export const ResetSandboxDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResetSandbox {
  answer: initialiseSandbox {
    customers {
      customerId
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
}`) as unknown as TypedDocumentString<ResetSandboxMutation, ResetSandboxMutationVariables>;
export const AddCustomerDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AddCustomer($input: CreateSandboxCustomerInput!) {
  answer: createSandboxCustomer(input: $input) {
    customer {
      customerId
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
}`) as unknown as TypedDocumentString<AddCustomerMutation, AddCustomerMutationVariables>;
export const AddAccountDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AddAccount($input: CreateSandboxAccountInput!) {
  answer: createSandboxAccount(input: $input) {
    account {
      resourceId
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
}`) as unknown as TypedDocumentString<AddAccountMutation, AddAccountMutationVariables>;
export const FaultsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Faults {
  sandboxFaults {
    fault
    timesLeft
    path
    until
  }
}
    `) as unknown as TypedDocumentString<FaultsQuery, FaultsQueryVariables>;
export const SetFaultsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetFaults($input: SetSandboxFaultsInput!) {
  answer: setSandboxFaults(input: $input) {
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
}`) as unknown as TypedDocumentString<SetFaultsMutation, SetFaultsMutationVariables>;
export const OverviewDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Overview($customer: [PaymentStatus!], $bank: [PaymentStatus!], $finished: [PaymentStatus!]) {
  viewer {
    clock
    nextBatchRun
  }
  paymentDays(last: 14) {
    date
    statuses {
      transactionStatus
      count
    }
    moved {
      amount
      currency
    }
  }
  customer: payments(first: 5, filter: {statuses: $customer}) {
    nodes {
      ...ListedPayment
    }
    totalCount
  }
  bank: payments(first: 5, filter: {statuses: $bank}) {
    nodes {
      ...ListedPayment
    }
    totalCount
  }
  finished: payments(first: 5, filter: {statuses: $finished}) {
    nodes {
      ...ListedPayment
    }
  }
  all: payments(first: 1) {
    totalCount
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const PaymentDetailsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PaymentDetails($paymentId: String!) {
  payment(paymentId: $paymentId) {
    ...PaymentDetails
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
  createdAt
  psuId
  creditorNames
  debtorName
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
  ...PaymentState
  ...PaymentParts
  ... on DomesticPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    requestedExecutionDate
    endToEndIdentification
  }
  ... on InstantPayment {
    creditorAccount {
      ...Account
    }
    requiredAddress: creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    purposeCode
  }
  ... on CrossBorderPayment {
    creditorAccount {
      ...Account
    }
    requiredAddress: creditorAddress {
      ...Address
    }
    creditorAgent
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    regulatoryReportingCode
    regulatoryReportingInformation
    requestedExecutionDate
    endToEndIdentification
  }
  ... on SepaPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    creditorAgent
    ultimateDebtor
    remittanceInformationUnstructured
    remittanceInformationStructured {
      ...Reference
    }
    remittanceInformationStructuredArray {
      ...Reference
    }
    purposeCode
    requestedExecutionDate
    endToEndIdentification
  }
  ... on PeriodicPayment {
    creditorAccount {
      ...Account
    }
    creditorAddress {
      ...Address
    }
    ultimateDebtor
    remittanceInformationUnstructured
    purposeCode
    frequency
    startDate
    endDate
    dayOfExecution
    monthsOfExecution
    executionRule
  }
  ... on BulkPayment {
    paymentInformationId
    requestedExecutionDate
    payments {
      instructedAmount {
        amount
        currency
      }
      debtorName
      ultimateDebtor
      creditorName
      creditorAccount {
        ...Account
      }
      creditorAddress {
        ...Address
      }
      remittanceInformationUnstructured
      remittanceInformationStructured {
        ...Reference
      }
      remittanceInformationStructuredArray {
        ...Reference
      }
      purposeCode
      endToEndIdentification
    }
  }
}
fragment PaymentState on Payment {
  transactionStatus
  fundsAvailable
  bankReference
  bankHeardAt
  tppMessages {
    ...Message
  }
  statusHistory {
    from
    to
    at
    reason
  }
  authorisations {
    authorisationId
    kind
    scaStatus
    createdAt
    expiresAt
    endedAt
    endReason
    links {
      scaRedirect {
        href
      }
    }
  }
  notifications {
    uri
    content
    state
    delivered
    pending
    lastAttempt {
      at
      status
      failure
    }
    nextAttemptAt
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
    status {
      href
      verbs
    }
    startAuthorisation {
      href
      verbs
    }
  }
  ... on PeriodicPayment {
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
}
fragment PaymentParts on Payment {
  bookings(first: 500) {
    at
    amount {
      amount
      currency
    }
    creditorName
  }
  ... on BulkPayment {
    entries {
      index
      transactionStatus
      reason
    }
  }
}
fragment Address on Address {
  street
  buildingNumber
  postalCode
  city
  townName
  country
}
fragment Reference on RemittanceInformationStructured {
  reference
  referenceType
  referenceIssuer
}
fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}`) as unknown as TypedDocumentString<PaymentDetailsQuery, PaymentDetailsQueryVariables>;
export const PaymentStateDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PaymentState($paymentId: String!, $withParts: Boolean!) {
  payment(paymentId: $paymentId) {
    ...PaymentState
    ...PaymentParts @include(if: $withParts)
  }
}
    fragment Message on TppMessage {
  category
  code
  path
  text
}
fragment PaymentState on Payment {
  transactionStatus
  fundsAvailable
  bankReference
  bankHeardAt
  tppMessages {
    ...Message
  }
  statusHistory {
    from
    to
    at
    reason
  }
  authorisations {
    authorisationId
    kind
    scaStatus
    createdAt
    expiresAt
    endedAt
    endReason
    links {
      scaRedirect {
        href
      }
    }
  }
  notifications {
    uri
    content
    state
    delivered
    pending
    lastAttempt {
      at
      status
      failure
    }
    nextAttemptAt
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
    status {
      href
      verbs
    }
    startAuthorisation {
      href
      verbs
    }
  }
  ... on PeriodicPayment {
    upcomingExecutions(first: 60) {
      date
      nominalDate
      moved
      reason
    }
  }
}
fragment PaymentParts on Payment {
  bookings(first: 500) {
    at
    amount {
      amount
      currency
    }
    creditorName
  }
  ... on BulkPayment {
    entries {
      index
      transactionStatus
      reason
    }
  }
}`) as unknown as TypedDocumentString<PaymentStateQuery, PaymentStateQueryVariables>;
export const CancelPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelPayment($input: CancelPaymentInput!) {
  answer: cancelPayment(input: $input) {
    payment {
      paymentId
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
}`) as unknown as TypedDocumentString<CancelPaymentMutation, CancelPaymentMutationVariables>;
export const PaymentsPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PaymentsPage($first: Int!, $after: String, $filter: PaymentFilter) {
  payments(first: $first, after: $after, filter: $filter) {
    nodes {
      ...ListedPayment
    }
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}`) as unknown as TypedDocumentString<PaymentsPageQuery, PaymentsPageQueryVariables>;
export const PaymentChangesDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription PaymentChanges {
  paymentStatusChanged {
    ...ListedPayment
  }
}
    fragment Account on AccountReference {
  bban
  iban
  other {
    identification
  }
}
fragment ListedPayment on Payment {
  __typename
  paymentId
  product
  transactionStatus
  createdAt
  creditorNames
  debtorName
  debtorAccount {
    ...Account
  }
  totalAmount {
    amount
    currency
  }
  ... on DomesticPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on InstantPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
  }
  ... on CrossBorderPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on SepaPayment {
    remittanceInformationUnstructured
    remittanceInformationStructured {
      reference
    }
    remittanceInformationStructuredArray {
      reference
    }
    endToEndIdentification
  }
  ... on PeriodicPayment {
    remittanceInformationUnstructured
  }
  ... on BulkPayment {
    paymentInformationId
  }
}`) as unknown as TypedDocumentString<PaymentChangesSubscription, PaymentChangesSubscriptionVariables>;
export const RequestsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Requests($filter: RequestLogFilter, $first: Int, $after: String, $last: Int, $before: String) {
  requestLog(
    filter: $filter
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    nodes {
      id
      at
      method
      path
      operationName
      status
      code
      xRequestId
      durationMs
    }
  }
}
    `) as unknown as TypedDocumentString<RequestsQuery, RequestsQueryVariables>;
export const RequestPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RequestPage($id: ID!) {
  node(id: $id) {
    ... on LoggedRequest {
      at
      method
      path
      operationName
      status
      code
      xRequestId
      durationMs
      fault
      requestHeaders {
        name
        value
      }
      requestBody
      responseHeaders {
        name
        value
      }
      responseBody
      checks {
        name
        result
        detail
        durationMs
      }
      signature {
        expected
        received
        firstDifference
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RequestPageQuery, RequestPageQueryVariables>;
export const ScenariosDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Scenarios {
  scenarios {
    name
    creditorName
    description
  }
}
    `) as unknown as TypedDocumentString<ScenariosQuery, ScenariosQueryVariables>;
export const AdvanceClockDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AdvanceClock($input: AdvanceSandboxClockInput!) {
  answer: advanceSandboxClock(input: $input) {
    reached
    hasMoreEvents
    events {
      ...Event
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
fragment Event on SandboxEvent {
  time
  kind
  paymentId
  transactionStatus
  text
}`) as unknown as TypedDocumentString<AdvanceClockMutation, AdvanceClockMutationVariables>;
export const RunBatchDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RunBatch($input: RunPaymentBatchInput) {
  answer: runPaymentBatch(input: $input) {
    reached
    hasMoreEvents
    events {
      ...Event
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
fragment Event on SandboxEvent {
  time
  kind
  paymentId
  transactionStatus
  text
}`) as unknown as TypedDocumentString<RunBatchMutation, RunBatchMutationVariables>;
export const AgendaDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Agenda($first: Int!) {
  upcomingEvents(first: $first) {
    ...Event
  }
}
    fragment Event on SandboxEvent {
  time
  kind
  paymentId
  transactionStatus
  text
}`) as unknown as TypedDocumentString<AgendaQuery, AgendaQueryVariables>;
export const SignOutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SignOut {
  answer: signOut {
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
}`) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const ViewerDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Viewer {
  viewer {
    tppId
    name
    clock
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;