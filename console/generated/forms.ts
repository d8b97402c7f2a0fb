/** Generated from the schema and the products by `npm run generate`. Do not edit. */
import type { Field, Form } from '../parts/form.ts';

export const enums: Readonly<Record<string, readonly string[]>> = {"CurrencyCode":["AED","AFN","ALL","AMD","ANG","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BGN","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYR","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GGP","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HRK","HTG","HUF","IDR","ILS","IMP","INR","IQD","IRR","ISK","JEP","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRO","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLL","SOS","SPL","SRD","STD","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TVD","TWD","TZS","UAH","UGX","USD","UYU","UZS","VEF","VND","VUV","WST","XAF","XCD","XDR","XOF","XPF","YER","ZAR","ZMW","ZWD"],"CountryCode":["AD","AE","AF","AG","AI","AL","AM","AO","AQ","AR","AS","AT","AU","AW","AX","AZ","BA","BB","BD","BE","BF","BG","BH","BI","BJ","BL","BM","BN","BO","BQ","BR","BS","BT","BV","BW","BY","BZ","CA","CC","CD","CF","CG","CH","CI","CK","CL","CM","CN","CO","CR","CU","CV","CW","CX","CY","CZ","DE","DJ","DK","DM","DO","DZ","EC","EE","EG","EH","ER","ES","ET","FI","FJ","FK","FM","FO","FR","GA","GB","GD","GE","GF","GG","GH","GI","GL","GM","GN","GP","GQ","GR","GS","GT","GU","GW","GY","HK","HM","HN","HR","HT","HU","ID","IE","IL","IM","IN","IO","IQ","IR","IS","IT","JE","JM","JO","JP","KE","KG","KH","KI","KM","KN","KP","KR","KW","KY","KZ","LA","LB","LC","LI","LK","LR","LS","LT","LU","LV","LY","MA","MC","MD","ME","MF","MG","MH","MK","ML","MM","MN","MO","MP","MQ","MR","MS","MT","MU","MV","MW","MX","MY","MZ","NA","NC","NE","NF","NG","NI","NL","NO","NP","NR","NU","NZ","OM","PA","PE","PF","PG","PH","PK","PL","PM","PN","PR","PS","PT","PW","PY","QA","RE","RO","RS","RU","RW","SA","SB","SC","SD","SE","SG","SH","SI","SJ","SK","SL","SM","SN","SO","SR","SS","ST","SV","SX","SY","SZ","TC","TD","TF","TG","TH","TJ","TK","TL","TM","TN","TO","TR","TT","TV","TW","TZ","UA","UG","UM","US","UY","UZ","VA","VC","VE","VG","VI","VN","VU","WF","WS","YE","YT","ZA","ZM","ZW"],"PurposeCode":["CASH","CORT","IDCP","INTC","INVS","LOAN","OTHR","PENS","SALA","SSBE","SUPP","TAXS","TREA","VATX"],"AccountScheme":["creditCardAccount"],"ExecutionRule":["following","preceeding"],"Frequency":["Annual","Daily","EveryTwoMonths","EveryTwoWeeks","Monthly","MonthlyVariable","Quarterly","SemiAnnual","Weekly"]};

export const inputs: Readonly<Record<string, readonly Field[]>> = {
 "CreateDomesticPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account named by its BBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Address of the creditor."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "debtorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account named by its BBAN."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that follows the payment to the creditor, at most 35 characters."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationStructured",
   "type": "RemittanceInformationStructuredInput",
   "description": "Structured remittance information; carries the KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references, the list form that replaces the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Day on which to execute, in Europe/Oslo; today when absent. Not before today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ],
 "BbanAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "required": true,
   "description": "Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 the interface takes."
  }
 ],
 "PostalAddressInput": [
  {
   "name": "buildingNumber",
   "type": "String",
   "description": "Number of the building."
  },
  {
   "name": "city",
   "type": "String",
   "description": "City or town."
  },
  {
   "name": "country",
   "type": "CountryCode",
   "required": true,
   "description": "ISO 3166-1 alpha-2 country, one of those the interface takes."
  },
  {
   "name": "postalCode",
   "type": "String",
   "description": "Postal code."
  },
  {
   "name": "street",
   "type": "String",
   "description": "Street, at most 70 characters."
  }
 ],
 "AmountInput": [
  {
   "name": "amount",
   "type": "String",
   "required": true,
   "description": "Decimal number as a string with exactly the minor units of the currency: \"100.00\" NOK, \"100\" JPY, \"1.000\" KWD; at most 18 digits."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 the interface takes."
  }
 ],
 "RemittanceInformationStructuredInput": [
  {
   "name": "reference",
   "type": "String",
   "required": true,
   "description": "Reference of the creditor: a KID, 1 to 35 characters."
  },
  {
   "name": "referenceIssuer",
   "type": "String",
   "description": "Issuer of the reference, 1 to 35 characters."
  },
  {
   "name": "referenceType",
   "type": "String",
   "description": "Type of the reference, 1 to 35 characters: SCOR or none for a KID, CINV for an invoice."
  }
 ],
 "CreateInstantPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account named by its BBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "required": true,
   "description": "Address of the creditor."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "debtorAccount",
   "type": "BbanOrCardAccountInput",
   "required": true,
   "description": "An ordinary account by BBAN or a card account by `other`, exactly one of them."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationStructured",
   "type": "RemittanceInformationStructuredInput",
   "description": "Structured remittance information; carries the KID."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ],
 "BbanOrCardAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "description": "Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 the interface takes."
  },
  {
   "name": "other",
   "type": "OtherIdentificationInput",
   "description": "Identification of an account that has no BBAN: a card account."
  }
 ],
 "OtherIdentificationInput": [
  {
   "name": "identification",
   "type": "String",
   "required": true,
   "description": "Identification of the card account."
  },
  {
   "name": "schemeNameProprietary",
   "type": "AccountScheme",
   "required": true,
   "description": "Scheme of the identification; creditCardAccount is the only one."
  }
 ],
 "CreateCrossBorderPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account named by its BBAN, its IBAN or both."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "required": true,
   "description": "Address of the creditor."
  },
  {
   "name": "creditorAgent",
   "type": "String",
   "description": "BIC (ISO 9362) of the bank of the creditor; a text that is no BIC draws a WARNING."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "debtorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account named by its BBAN, its IBAN or both."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that follows the payment to the creditor, at most 35 characters."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "regulatoryReportingCode",
   "type": "String",
   "description": "Code of the report to the currency register, at most 10 characters."
  },
  {
   "name": "regulatoryReportingInformation",
   "type": "String",
   "description": "What the payment is for, in words for the currency register, at most 140 characters."
  },
  {
   "name": "remittanceInformationStructured",
   "type": "RemittanceInformationStructuredInput",
   "description": "Structured remittance information; carries the KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references, the list form that replaces the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Day on which to execute, in Europe/Oslo; today when absent. Not before today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ],
 "AnyAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "description": "Account number in national form, 1 to 30 letters and digits. One that looks Norwegian but fails its check digit draws a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 the interface takes."
  },
  {
   "name": "iban",
   "type": "String",
   "description": "ISO 13616 account number with valid check digits, at most 34 characters, single spaces between groups among them."
  }
 ],
 "CreateSepaPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "IbanAccountInput",
   "required": true,
   "description": "An account named by its IBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Address of the creditor."
  },
  {
   "name": "creditorAgent",
   "type": "String",
   "description": "BIC (ISO 9362) of the bank of the creditor; a text that is no BIC draws a WARNING."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "debtorAccount",
   "type": "IbanAccountInput",
   "required": true,
   "description": "An account named by its IBAN."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that follows the payment to the creditor, at most 35 characters."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationStructured",
   "type": "RemittanceInformationStructuredInput",
   "description": "Structured remittance information; carries the KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references, the list form that replaces the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Day on which to execute, in Europe/Oslo; today when absent. Not before today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ],
 "IbanAccountInput": [
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 the interface takes."
  },
  {
   "name": "iban",
   "type": "String",
   "required": true,
   "description": "ISO 13616 account number with valid check digits, at most 34 characters, single spaces between groups among them."
  }
 ],
 "CreateBulkPaymentInput": [
  {
   "name": "debtorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account named by its BBAN."
  },
  {
   "name": "paymentInformationId",
   "type": "String",
   "description": "Unique id of the bulk payment, assigned by the sender, at most 35 characters."
  },
  {
   "name": "payments",
   "type": "BulkPaymentEntryInput",
   "required": true,
   "list": true,
   "description": "The transfers, 1 to 1,000."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Day on which to execute, in Europe/Oslo; today when absent. Not before today."
  }
 ],
 "BulkPaymentEntryInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account named by its BBAN."
  },
  {
   "name": "creditorAddress",
   "type": "BulkPostalAddressInput",
   "required": true,
   "description": "Address of the creditor of a bulk payment entry."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "debtorName",
   "type": "String",
   "description": "Name of the debtor, at most 70 characters."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that follows the payment to the creditor, at most 35 characters."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references, the list form that replaces the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ],
 "BulkPostalAddressInput": [
  {
   "name": "buildingNumber",
   "type": "String",
   "description": "Number of the building."
  },
  {
   "name": "country",
   "type": "CountryCode",
   "required": true,
   "description": "ISO 3166-1 alpha-2 country, one of those the interface takes."
  },
  {
   "name": "postalCode",
   "type": "String",
   "description": "Postal code."
  },
  {
   "name": "street",
   "type": "String",
   "description": "Street, at most 70 characters."
  },
  {
   "name": "townName",
   "type": "String",
   "description": "Town, in entries of a bulk payment only."
  }
 ],
 "CreatePeriodicPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account named by its BBAN, its IBAN or both."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Address of the creditor."
  },
  {
   "name": "creditorName",
   "type": "String",
   "required": true,
   "description": "Name of the creditor, at most 70 characters."
  },
  {
   "name": "dayOfExecution",
   "type": "String",
   "description": "Day of the month, one or two digits; the last day where the month is shorter."
  },
  {
   "name": "debtorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account named by its BBAN, its IBAN or both."
  },
  {
   "name": "endDate",
   "type": "LocalDate",
   "description": "Last day of the plan; open-ended when absent."
  },
  {
   "name": "executionRule",
   "type": "ExecutionRule",
   "description": "Where an execution moves from a weekend or a bank holiday."
  },
  {
   "name": "frequency",
   "type": "Frequency",
   "required": true,
   "description": "How often the payment is made."
  },
  {
   "name": "instructedAmount",
   "type": "AmountInput",
   "required": true,
   "description": "A sum of money in one currency."
  },
  {
   "name": "monthsOfExecution",
   "type": "Int",
   "list": true,
   "description": "Months in which a MonthlyVariable payment runs: 1 to 11, each once; required there, refused elsewhere."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters of ASCII or UTF-8; excludes the structured form."
  },
  {
   "name": "startDate",
   "type": "LocalDate",
   "required": true,
   "description": "First day of the plan, today or later in Europe/Oslo."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, when not the debtor; at most 70 characters."
  }
 ]
};

export const forms: readonly Form[] = [
 {
  "product": "NDCT",
  "path": "/v1/payments/norwegian-domestic-credit-transfers",
  "mutation": "createDomesticPayment",
  "input": "CreateDomesticPaymentInput",
  "description": "A transfer between accounts in Norway, executed on its day by the next of five daily runs.",
  "example": {
   "instructedAmount": {
    "amount": "1250.00",
    "currency": "NOK"
   },
   "creditorName": "Ola Nordmann",
   "creditorAccount": {
    "bban": "86011117947",
    "currency": "NOK"
   },
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Rent"
  }
 },
 {
  "product": "INDCTS",
  "path": "/v1/payments/instant-norwegian-domestic-credit-transfers-straks",
  "mutation": "createInstantPayment",
  "input": "CreateInstantPaymentInput",
  "description": "An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it.",
  "example": {
   "instructedAmount": {
    "amount": "125.50",
    "currency": "NOK"
   },
   "creditorName": "Kari Nordmann",
   "creditorAccount": {
    "bban": "86011117947",
    "currency": "NOK"
   },
   "creditorAddress": {
    "country": "NO"
   },
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Lunch"
  }
 },
 {
  "product": "NCBCT",
  "path": "/v1/payments/norwegian-cross-border-credit-transfers",
  "mutation": "createCrossBorderPayment",
  "input": "CreateCrossBorderPaymentInput",
  "description": "A transfer in Norway that is settled like one over the border, meant for large amounts.",
  "example": {
   "instructedAmount": {
    "amount": "150000.00",
    "currency": "NOK"
   },
   "creditorName": "Anna Svensson",
   "creditorAccount": {
    "iban": "SE4550000000058398257466",
    "currency": "SEK"
   },
   "creditorAgent": "ESSESESS",
   "creditorAddress": {
    "street": "Drottninggatan",
    "buildingNumber": "1",
    "postalCode": "11151",
    "city": "Stockholm",
    "country": "SE"
   },
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Invoice 2201"
  }
 },
 {
  "product": "CBCT",
  "path": "/v1/payments/cross-border-credit-transfers",
  "mutation": "createCrossBorderPayment",
  "input": "CreateCrossBorderPaymentInput",
  "description": "A transfer to an account in another country.",
  "example": {
   "instructedAmount": {
    "amount": "2500.00",
    "currency": "SEK"
   },
   "creditorName": "Anna Svensson",
   "creditorAccount": {
    "iban": "SE4550000000058398257466",
    "currency": "SEK"
   },
   "creditorAgent": "ESSESESS",
   "creditorAddress": {
    "street": "Drottninggatan",
    "buildingNumber": "1",
    "postalCode": "11151",
    "city": "Stockholm",
    "country": "SE"
   },
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Invoice 2201"
  }
 },
 {
  "product": "SCT",
  "path": "/v1/payments/sepa-credit-transfers",
  "mutation": "createSepaPayment",
  "input": "CreateSepaPaymentInput",
  "description": "A SEPA credit transfer: euro, both accounts by IBAN.",
  "example": {
   "instructedAmount": {
    "amount": "99.90",
    "currency": "EUR"
   },
   "creditorName": "Max Mustermann",
   "creditorAccount": {
    "iban": "DE89370400440532013000",
    "currency": "EUR"
   },
   "debtorAccount": {
    "iban": "NO0995360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Order 4711"
  }
 },
 {
  "product": "BULK_NDCT",
  "path": "/v1/bulk-payments/norwegian-domestic-credit-transfers",
  "mutation": "createBulkPayment",
  "input": "CreateBulkPaymentInput",
  "description": "Up to 1,000 transfers in Norway from one account, created and approved together, executed one by one.",
  "example": {
   "paymentInformationId": "SALARY-2030-01",
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "payments": [
    {
     "endToEndIdentification": "E1",
     "instructedAmount": {
      "amount": "100.00",
      "currency": "NOK"
     },
     "creditorName": "Kari Nordmann",
     "creditorAccount": {
      "bban": "86011117947",
      "currency": "NOK"
     },
     "creditorAddress": {
      "country": "NO"
     },
     "remittanceInformationUnstructured": "January"
    },
    {
     "endToEndIdentification": "E2",
     "instructedAmount": {
      "amount": "250.00",
      "currency": "NOK"
     },
     "creditorName": "Ola Nordmann",
     "creditorAccount": {
      "bban": "86011117947",
      "currency": "NOK"
     },
     "creditorAddress": {
      "country": "NO"
     },
     "remittanceInformationUnstructured": "January"
    }
   ]
  }
 },
 {
  "product": "PERIODIC_NDCT",
  "path": "/v1/periodic-payments/norwegian-domestic-credit-transfers",
  "mutation": "createPeriodicPayment",
  "input": "CreatePeriodicPaymentInput",
  "description": "A standing order: one transfer in Norway on each date of its plan.",
  "example": {
   "instructedAmount": {
    "amount": "5000.00",
    "currency": "NOK"
   },
   "creditorName": "Utleier AS",
   "creditorAccount": {
    "bban": "86011117947",
    "currency": "NOK"
   },
   "debtorAccount": {
    "bban": "95360573002",
    "currency": "NOK"
   },
   "remittanceInformationUnstructured": "Rent",
   "startDate": "2030-01-15",
   "frequency": "Monthly",
   "executionRule": "following"
  }
 }
];
