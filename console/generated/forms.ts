/** Generated from the schema and the products by `npm run generate`. Do not edit. */
import type { Field, Form } from '../parts/form.ts';

/** Codes, each with the words in which the schema says it; the browser has words for currencies and countries. */
export const enums: Readonly<Record<string, Readonly<Record<string, string>>>> = {
 "CurrencyCode": {
  "AED": "United Arab Emirates Dirham",
  "AFN": "Afghan Afghani",
  "ALL": "Albanian Lek",
  "AMD": "Armenian Dram",
  "ANG": "Netherlands Antillean Guilder",
  "AOA": "Angolan Kwanza",
  "ARS": "Argentine Peso",
  "AUD": "Australian Dollar",
  "AWG": "Aruban Florin",
  "AZN": "Azerbaijani Manat",
  "BAM": "Bosnia-Herzegovina Convertible Mark",
  "BBD": "Barbadian Dollar",
  "BDT": "Bangladeshi Taka",
  "BGN": "Bulgarian Lev",
  "BHD": "Bahraini Dinar",
  "BIF": "Burundian Franc",
  "BMD": "Bermudan Dollar",
  "BND": "Brunei Dollar",
  "BOB": "Bolivian Boliviano",
  "BRL": "Brazilian Real",
  "BSD": "Bahamian Dollar",
  "BTN": "Bhutanese Ngultrum",
  "BWP": "Botswanan Pula",
  "BYR": "Belarusian Ruble (2000 to 2016)",
  "BZD": "Belize Dollar",
  "CAD": "Canadian Dollar",
  "CDF": "Congolese Franc",
  "CHF": "Swiss Franc",
  "CLP": "Chilean Peso",
  "CNY": "Chinese Yuan",
  "COP": "Colombian Peso",
  "CRC": "Costa Rican Colón",
  "CUC": "Cuban Convertible Peso",
  "CUP": "Cuban Peso",
  "CVE": "Cape Verdean Escudo",
  "CZK": "Czech Koruna",
  "DJF": "Djiboutian Franc",
  "DKK": "Danish Krone",
  "DOP": "Dominican Peso",
  "DZD": "Algerian Dinar",
  "EGP": "Egyptian Pound",
  "ERN": "Eritrean Nakfa",
  "ETB": "Ethiopian Birr",
  "EUR": "Euro",
  "FJD": "Fijian Dollar",
  "FKP": "Falkland Islands Pound",
  "GBP": "British Pound",
  "GEL": "Georgian Lari",
  "GGP": "Guernsey Pound",
  "GHS": "Ghanaian Cedi",
  "GIP": "Gibraltar Pound",
  "GMD": "Gambian Dalasi",
  "GNF": "Guinean Franc",
  "GTQ": "Guatemalan Quetzal",
  "GYD": "Guyanese Dollar",
  "HKD": "Hong Kong Dollar",
  "HNL": "Honduran Lempira",
  "HRK": "Croatian Kuna",
  "HTG": "Haitian Gourde",
  "HUF": "Hungarian Forint",
  "IDR": "Indonesian Rupiah",
  "ILS": "Israeli New Shekel",
  "IMP": "Isle of Man Pound",
  "INR": "Indian Rupee",
  "IQD": "Iraqi Dinar",
  "IRR": "Iranian Rial",
  "ISK": "Icelandic Króna",
  "JEP": "Jersey Pound",
  "JMD": "Jamaican Dollar",
  "JOD": "Jordanian Dinar",
  "JPY": "Japanese Yen",
  "KES": "Kenyan Shilling",
  "KGS": "Kyrgyz Som",
  "KHR": "Cambodian Riel",
  "KMF": "Comorian Franc",
  "KPW": "North Korean Won",
  "KRW": "South Korean Won",
  "KWD": "Kuwaiti Dinar",
  "KYD": "Cayman Islands Dollar",
  "KZT": "Kazakhstani Tenge",
  "LAK": "Laotian Kip",
  "LBP": "Lebanese Pound",
  "LKR": "Sri Lankan Rupee",
  "LRD": "Liberian Dollar",
  "LSL": "Lesotho Loti",
  "LYD": "Libyan Dinar",
  "MAD": "Moroccan Dirham",
  "MDL": "Moldovan Leu",
  "MGA": "Malagasy Ariary",
  "MKD": "Macedonian Denar",
  "MMK": "Myanmar Kyat",
  "MNT": "Mongolian Tugrik",
  "MOP": "Macanese Pataca",
  "MRO": "Mauritanian Ouguiya (1973 to 2017)",
  "MUR": "Mauritian Rupee",
  "MVR": "Maldivian Rufiyaa",
  "MWK": "Malawian Kwacha",
  "MXN": "Mexican Peso",
  "MYR": "Malaysian Ringgit",
  "MZN": "Mozambican Metical",
  "NAD": "Namibian Dollar",
  "NGN": "Nigerian Naira",
  "NIO": "Nicaraguan Córdoba",
  "NOK": "Norwegian Krone",
  "NPR": "Nepalese Rupee",
  "NZD": "New Zealand Dollar",
  "OMR": "Omani Rial",
  "PAB": "Panamanian Balboa",
  "PEN": "Peruvian Sol",
  "PGK": "Papua New Guinean Kina",
  "PHP": "Philippine Peso",
  "PKR": "Pakistani Rupee",
  "PLN": "Polish Zloty",
  "PYG": "Paraguayan Guarani",
  "QAR": "Qatari Riyal",
  "RON": "Romanian Leu",
  "RSD": "Serbian Dinar",
  "RUB": "Russian Ruble",
  "RWF": "Rwandan Franc",
  "SAR": "Saudi Riyal",
  "SBD": "Solomon Islands Dollar",
  "SCR": "Seychellois Rupee",
  "SDG": "Sudanese Pound",
  "SEK": "Swedish Krona",
  "SGD": "Singapore Dollar",
  "SHP": "Saint Helena Pound",
  "SLL": "Sierra Leonean Leone (1964 to 2022)",
  "SOS": "Somali Shilling",
  "SPL": "Seborgan Luigino",
  "SRD": "Surinamese Dollar",
  "STD": "São Tomé and Príncipe Dobra (1977 to 2017)",
  "SVC": "Salvadoran Colón",
  "SYP": "Syrian Pound",
  "SZL": "Swazi Lilangeni",
  "THB": "Thai Baht",
  "TJS": "Tajikistani Somoni",
  "TMT": "Turkmenistani Manat",
  "TND": "Tunisian Dinar",
  "TOP": "Tongan Paanga",
  "TRY": "Turkish Lira",
  "TTD": "Trinidad and Tobago Dollar",
  "TVD": "Tuvaluan Dollar",
  "TWD": "New Taiwan Dollar",
  "TZS": "Tanzanian Shilling",
  "UAH": "Ukrainian Hryvnia",
  "UGX": "Ugandan Shilling",
  "USD": "US Dollar",
  "UYU": "Uruguayan Peso",
  "UZS": "Uzbekistani Som",
  "VEF": "Venezuelan Bolívar (2008 to 2018)",
  "VND": "Vietnamese Dong",
  "VUV": "Vanuatu Vatu",
  "WST": "Samoan Tala",
  "XAF": "Central African CFA Franc",
  "XCD": "East Caribbean Dollar",
  "XDR": "Special Drawing Rights",
  "XOF": "West African CFA Franc",
  "XPF": "CFP Franc",
  "YER": "Yemeni Rial",
  "ZAR": "South African Rand",
  "ZMW": "Zambian Kwacha",
  "ZWD": "Zimbabwean Dollar (1980 to 2008)"
 },
 "CountryCode": {
  "AD": "Andorra",
  "AE": "United Arab Emirates",
  "AF": "Afghanistan",
  "AG": "Antigua and Barbuda",
  "AI": "Anguilla",
  "AL": "Albania",
  "AM": "Armenia",
  "AO": "Angola",
  "AQ": "Antarctica",
  "AR": "Argentina",
  "AS": "American Samoa",
  "AT": "Austria",
  "AU": "Australia",
  "AW": "Aruba",
  "AX": "Åland Islands",
  "AZ": "Azerbaijan",
  "BA": "Bosnia and Herzegovina",
  "BB": "Barbados",
  "BD": "Bangladesh",
  "BE": "Belgium",
  "BF": "Burkina Faso",
  "BG": "Bulgaria",
  "BH": "Bahrain",
  "BI": "Burundi",
  "BJ": "Benin",
  "BL": "Saint Barthélemy",
  "BM": "Bermuda",
  "BN": "Brunei",
  "BO": "Bolivia",
  "BQ": "Caribbean Netherlands",
  "BR": "Brazil",
  "BS": "Bahamas",
  "BT": "Bhutan",
  "BV": "Bouvet Island",
  "BW": "Botswana",
  "BY": "Belarus",
  "BZ": "Belize",
  "CA": "Canada",
  "CC": "Cocos (Keeling) Islands",
  "CD": "Congo (Kinshasa)",
  "CF": "Central African Republic",
  "CG": "Congo (Brazzaville)",
  "CH": "Switzerland",
  "CI": "Ivory Coast",
  "CK": "Cook Islands",
  "CL": "Chile",
  "CM": "Cameroon",
  "CN": "China",
  "CO": "Colombia",
  "CR": "Costa Rica",
  "CU": "Cuba",
  "CV": "Cape Verde",
  "CW": "Curaçao",
  "CX": "Christmas Island",
  "CY": "Cyprus",
  "CZ": "Czechia",
  "DE": "Germany",
  "DJ": "Djibouti",
  "DK": "Denmark",
  "DM": "Dominica",
  "DO": "Dominican Republic",
  "DZ": "Algeria",
  "EC": "Ecuador",
  "EE": "Estonia",
  "EG": "Egypt",
  "EH": "Western Sahara",
  "ER": "Eritrea",
  "ES": "Spain",
  "ET": "Ethiopia",
  "FI": "Finland",
  "FJ": "Fiji",
  "FK": "Falkland Islands",
  "FM": "Micronesia",
  "FO": "Faroe Islands",
  "FR": "France",
  "GA": "Gabon",
  "GB": "United Kingdom",
  "GD": "Grenada",
  "GE": "Georgia",
  "GF": "French Guiana",
  "GG": "Guernsey",
  "GH": "Ghana",
  "GI": "Gibraltar",
  "GL": "Greenland",
  "GM": "Gambia",
  "GN": "Guinea",
  "GP": "Guadeloupe",
  "GQ": "Equatorial Guinea",
  "GR": "Greece",
  "GS": "South Georgia and South Sandwich Islands",
  "GT": "Guatemala",
  "GU": "Guam",
  "GW": "Guinea-Bissau",
  "GY": "Guyana",
  "HK": "Hong Kong",
  "HM": "Heard and McDonald Islands",
  "HN": "Honduras",
  "HR": "Croatia",
  "HT": "Haiti",
  "HU": "Hungary",
  "ID": "Indonesia",
  "IE": "Ireland",
  "IL": "Israel",
  "IM": "Isle of Man",
  "IN": "India",
  "IO": "British Indian Ocean Territory",
  "IQ": "Iraq",
  "IR": "Iran",
  "IS": "Iceland",
  "IT": "Italy",
  "JE": "Jersey",
  "JM": "Jamaica",
  "JO": "Jordan",
  "JP": "Japan",
  "KE": "Kenya",
  "KG": "Kyrgyzstan",
  "KH": "Cambodia",
  "KI": "Kiribati",
  "KM": "Comoros",
  "KN": "Saint Kitts and Nevis",
  "KP": "North Korea",
  "KR": "South Korea",
  "KW": "Kuwait",
  "KY": "Cayman Islands",
  "KZ": "Kazakhstan",
  "LA": "Laos",
  "LB": "Lebanon",
  "LC": "Saint Lucia",
  "LI": "Liechtenstein",
  "LK": "Sri Lanka",
  "LR": "Liberia",
  "LS": "Lesotho",
  "LT": "Lithuania",
  "LU": "Luxembourg",
  "LV": "Latvia",
  "LY": "Libya",
  "MA": "Morocco",
  "MC": "Monaco",
  "MD": "Moldova",
  "ME": "Montenegro",
  "MF": "Saint Martin",
  "MG": "Madagascar",
  "MH": "Marshall Islands",
  "MK": "North Macedonia",
  "ML": "Mali",
  "MM": "Myanmar",
  "MN": "Mongolia",
  "MO": "Macao",
  "MP": "Northern Mariana Islands",
  "MQ": "Martinique",
  "MR": "Mauritania",
  "MS": "Montserrat",
  "MT": "Malta",
  "MU": "Mauritius",
  "MV": "Maldives",
  "MW": "Malawi",
  "MX": "Mexico",
  "MY": "Malaysia",
  "MZ": "Mozambique",
  "NA": "Namibia",
  "NC": "New Caledonia",
  "NE": "Niger",
  "NF": "Norfolk Island",
  "NG": "Nigeria",
  "NI": "Nicaragua",
  "NL": "Netherlands",
  "NO": "Norway",
  "NP": "Nepal",
  "NR": "Nauru",
  "NU": "Niue",
  "NZ": "New Zealand",
  "OM": "Oman",
  "PA": "Panama",
  "PE": "Peru",
  "PF": "French Polynesia",
  "PG": "Papua New Guinea",
  "PH": "Philippines",
  "PK": "Pakistan",
  "PL": "Poland",
  "PM": "Saint Pierre and Miquelon",
  "PN": "Pitcairn Islands",
  "PR": "Puerto Rico",
  "PS": "Palestinian Territories",
  "PT": "Portugal",
  "PW": "Palau",
  "PY": "Paraguay",
  "QA": "Qatar",
  "RE": "Réunion",
  "RO": "Romania",
  "RS": "Serbia",
  "RU": "Russia",
  "RW": "Rwanda",
  "SA": "Saudi Arabia",
  "SB": "Solomon Islands",
  "SC": "Seychelles",
  "SD": "Sudan",
  "SE": "Sweden",
  "SG": "Singapore",
  "SH": "Saint Helena",
  "SI": "Slovenia",
  "SJ": "Svalbard and Jan Mayen",
  "SK": "Slovakia",
  "SL": "Sierra Leone",
  "SM": "San Marino",
  "SN": "Senegal",
  "SO": "Somalia",
  "SR": "Suriname",
  "SS": "South Sudan",
  "ST": "São Tomé and Príncipe",
  "SV": "El Salvador",
  "SX": "Sint Maarten",
  "SY": "Syria",
  "SZ": "Eswatini",
  "TC": "Turks and Caicos Islands",
  "TD": "Chad",
  "TF": "French Southern Territories",
  "TG": "Togo",
  "TH": "Thailand",
  "TJ": "Tajikistan",
  "TK": "Tokelau",
  "TL": "Timor-Leste",
  "TM": "Turkmenistan",
  "TN": "Tunisia",
  "TO": "Tonga",
  "TR": "Türkiye",
  "TT": "Trinidad and Tobago",
  "TV": "Tuvalu",
  "TW": "Taiwan",
  "TZ": "Tanzania",
  "UA": "Ukraine",
  "UG": "Uganda",
  "UM": "US Outlying Islands",
  "US": "United States",
  "UY": "Uruguay",
  "UZ": "Uzbekistan",
  "VA": "Vatican City",
  "VC": "Saint Vincent and Grenadines",
  "VE": "Venezuela",
  "VG": "British Virgin Islands",
  "VI": "US Virgin Islands",
  "VN": "Vietnam",
  "VU": "Vanuatu",
  "WF": "Wallis and Futuna",
  "WS": "Samoa",
  "YE": "Yemen",
  "YT": "Mayotte",
  "ZA": "South Africa",
  "ZM": "Zambia",
  "ZW": "Zimbabwe"
 },
 "PurposeCode": {
  "CASH": "Cash management",
  "CORT": "Trade settlement",
  "IDCP": "Debit card",
  "INTC": "Intra-company",
  "INVS": "Investment",
  "LOAN": "Loan",
  "OTHR": "Other",
  "PENS": "Pension",
  "SALA": "Salary",
  "SSBE": "Social security benefit",
  "SUPP": "Supplier",
  "TAXS": "Tax",
  "TREA": "Treasury",
  "VATX": "Value added tax"
 },
 "AccountScheme": {
  "creditCardAccount": "Credit card account"
 },
 "ExecutionRule": {
  "following": "Following",
  "preceeding": "Preceding"
 },
 "Frequency": {
  "Annual": "Annual",
  "Daily": "Daily",
  "EveryTwoMonths": "Every two months",
  "EveryTwoWeeks": "Every two weeks",
  "Monthly": "Monthly",
  "MonthlyVariable": "Variable months",
  "Quarterly": "Quarterly",
  "SemiAnnual": "Semi-annual",
  "Weekly": "Weekly"
 }
};

export const inputs: Readonly<Record<string, readonly Field[]>> = {
 "CreateDomesticPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account identified by its BBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Postal address."
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
   "description": "An account identified by its BBAN."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that the creditor receives with the payment, at most 35 characters."
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
   "description": "Structured remittance information, such as a KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references as a list, instead of the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Execution date in Europe/Oslo, today or later. The default is today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
  }
 ],
 "BbanAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "required": true,
   "description": "Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 that the interface supports."
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
   "description": "ISO 3166-1 alpha-2 code of a country that the interface supports."
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
   "description": "Decimal number as a string with exactly as many decimals as the currency has: \"100.00\" for NOK, \"100\" for JPY, \"1.000\" for KWD. At most 18 digits."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 that the interface supports."
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
   "description": "Type of the reference, 1 to 35 characters. For a KID send SCOR or leave it out; for an invoice send CINV."
  }
 ],
 "CreateInstantPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account identified by its BBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "required": true,
   "description": "Postal address."
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
   "description": "An ordinary account in bban, or a card account in other. Send exactly one of the two."
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
   "description": "Structured remittance information, such as a KID."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
  }
 ],
 "BbanOrCardAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "description": "Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 that the interface supports."
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
   "description": "Scheme of the identification. Only creditCardAccount is supported."
  }
 ],
 "CreateCrossBorderPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "required": true,
   "description": "Postal address."
  },
  {
   "name": "creditorAgent",
   "type": "String",
   "description": "BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING."
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
   "description": "An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that the creditor receives with the payment, at most 35 characters."
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
   "description": "Purpose of the payment in words, for the currency register. At most 140 characters."
  },
  {
   "name": "remittanceInformationStructured",
   "type": "RemittanceInformationStructuredInput",
   "description": "Structured remittance information, such as a KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references as a list, instead of the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Execution date in Europe/Oslo, today or later. The default is today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
  }
 ],
 "AnyAccountInput": [
  {
   "name": "bban",
   "type": "String",
   "description": "Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING."
  },
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 that the interface supports."
  },
  {
   "name": "iban",
   "type": "String",
   "description": "ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups."
  }
 ],
 "CreateSepaPaymentInput": [
  {
   "name": "creditorAccount",
   "type": "IbanAccountInput",
   "required": true,
   "description": "An account identified by its IBAN."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Postal address."
  },
  {
   "name": "creditorAgent",
   "type": "String",
   "description": "BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING."
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
   "description": "An account identified by its IBAN."
  },
  {
   "name": "endToEndIdentification",
   "type": "String",
   "description": "Reference that the creditor receives with the payment, at most 35 characters."
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
   "description": "Structured remittance information, such as a KID."
  },
  {
   "name": "remittanceInformationStructuredArray",
   "type": "RemittanceInformationStructuredInput",
   "list": true,
   "description": "Structured references as a list, instead of the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "requestedExecutionDate",
   "type": "LocalDate",
   "description": "Execution date in Europe/Oslo, today or later. The default is today."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
  }
 ],
 "IbanAccountInput": [
  {
   "name": "currency",
   "type": "CurrencyCode",
   "required": true,
   "description": "ISO 4217 alphabetic code, one of the 162 that the interface supports."
  },
  {
   "name": "iban",
   "type": "String",
   "required": true,
   "description": "ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups."
  }
 ],
 "CreateBulkPaymentInput": [
  {
   "name": "debtorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account identified by its BBAN."
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
   "description": "Execution date in Europe/Oslo, today or later. The default is today."
  }
 ],
 "BulkPaymentEntryInput": [
  {
   "name": "creditorAccount",
   "type": "BbanAccountInput",
   "required": true,
   "description": "An account identified by its BBAN."
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
   "description": "Reference that the creditor receives with the payment, at most 35 characters."
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
   "description": "Structured references as a list, instead of the single object."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
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
   "description": "ISO 3166-1 alpha-2 code of a country that the interface supports."
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
   "description": "An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account."
  },
  {
   "name": "creditorAddress",
   "type": "PostalAddressInput",
   "description": "Postal address."
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
   "description": "Day of the month, one or two digits. In a shorter month the payment runs on the last day. Daily, Weekly and EveryTwoWeeks ignore it."
  },
  {
   "name": "debtorAccount",
   "type": "AnyAccountInput",
   "required": true,
   "description": "An account identified by its BBAN, its IBAN or both. If both are sent, they must belong to the same account."
  },
  {
   "name": "endDate",
   "type": "LocalDate",
   "description": "Last day of the plan. Without it the plan has no end."
  },
  {
   "name": "executionRule",
   "type": "ExecutionRule",
   "description": "How an execution moves from a weekend or a bank holiday to a bank day; `following` by default."
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
   "description": "Months in which a MonthlyVariable payment runs: 1 to 11, each at most once. Required for MonthlyVariable, and not allowed for other frequencies. December is not supported: use an Annual payment that starts in December."
  },
  {
   "name": "purposeCode",
   "type": "PurposeCode",
   "description": "Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code."
  },
  {
   "name": "remittanceInformationUnstructured",
   "type": "String",
   "description": "Message to the creditor, 1 to 140 characters. Send either a message or a structured reference."
  },
  {
   "name": "startDate",
   "type": "LocalDate",
   "required": true,
   "description": "First day of the plan in Europe/Oslo, today or later."
  },
  {
   "name": "ultimateDebtor",
   "type": "String",
   "description": "Party that owes the money, if it is not the debtor. At most 70 characters."
  }
 ]
};

/** Every field of the forms, and every code that they offer, for the words in texts/fields.ts. */
export type FieldName = 'amount' | 'bban' | 'buildingNumber' | 'city' | 'country' | 'creditorAccount' | 'creditorAddress' | 'creditorAgent' | 'creditorName' | 'currency' | 'dayOfExecution' | 'debtorAccount' | 'debtorName' | 'endDate' | 'endToEndIdentification' | 'executionRule' | 'frequency' | 'iban' | 'identification' | 'instructedAmount' | 'monthsOfExecution' | 'other' | 'paymentInformationId' | 'payments' | 'postalCode' | 'purposeCode' | 'reference' | 'referenceIssuer' | 'referenceType' | 'regulatoryReportingCode' | 'regulatoryReportingInformation' | 'remittanceInformationStructured' | 'remittanceInformationStructuredArray' | 'remittanceInformationUnstructured' | 'requestedExecutionDate' | 'schemeNameProprietary' | 'startDate' | 'street' | 'townName' | 'ultimateDebtor';
export type OfferedCode = 'Annual' | 'CASH' | 'CORT' | 'Daily' | 'EveryTwoMonths' | 'EveryTwoWeeks' | 'IDCP' | 'INTC' | 'INVS' | 'LOAN' | 'Monthly' | 'MonthlyVariable' | 'OTHR' | 'PENS' | 'Quarterly' | 'SALA' | 'SSBE' | 'SUPP' | 'SemiAnnual' | 'TAXS' | 'TREA' | 'VATX' | 'Weekly' | 'creditCardAccount' | 'following' | 'preceeding';

export const forms: readonly Form[] = [
 {
  "product": "NDCT",
  "path": "/v1/payments/norwegian-domestic-credit-transfers",
  "mutation": "createDomesticPayment",
  "input": "CreateDomesticPaymentInput",
  "description": "A transfer between accounts in Norway, executed by the next of five daily batch runs, but not before its requested day.",
  "example": {
   "instructedAmount": {
    "amount": "1250.00",
    "currency": "NOK"
   },
   "creditorName": "Kari Nordmann",
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
  "description": "A transfer in Norway for large amounts. It settles like a cross-border transfer.",
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
     "creditorName": "Kari Nordmann",
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
   "creditorName": "Kari Nordmann",
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
