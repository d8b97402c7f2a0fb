/** English comes from the schema. A row has both languages where people do not use the name of the field. */
import { enums, type FieldName, type OfferedCode } from '../generated/forms.ts';
import type { PaymentProduct } from '../generated/graphql.ts';
import type { Form } from '../parts/form.ts';
import type { Language } from '../preferences.ts';

type Words = string | readonly [english: string, norwegian: string];

export const fields: Readonly<Partial<Record<FieldName, Words>>> = {
  amount: 'Beløp',
  bban: ['Account number (BBAN)', 'Kontonummer (BBAN)'],
  buildingNumber: 'Husnummer',
  city: 'Poststed',
  country: 'Land',
  creditorAccount: 'Mottakers konto',
  creditorAddress: 'Mottakers adresse',
  creditorAgent: ["Creditor's bank (BIC)", 'Mottakers bank (BIC)'],
  creditorName: 'Mottakers navn',
  currency: 'Valuta',
  dayOfExecution: ['Day of the month', 'Dag i måneden'],
  debtorAccount: 'Betalers konto',
  debtorName: 'Betalers navn',
  endDate: ['Last day', 'Siste dag'],
  endToEndIdentification: ['End-to-end id', 'Ende-til-ende-id'],
  executionRule: ['If the day is a holiday', 'Hvis dagen er en fridag'],
  frequency: ['How often', 'Hvor ofte'],
  iban: ['Account number (IBAN)', 'Kontonummer (IBAN)'],
  identification: ['Card number', 'Kortnummer'],
  instructedAmount: ['How much', 'Hvor mye'],
  monthsOfExecution: ['Months, such as 1, 4, 10', 'Måneder, som 1, 4, 10'],
  other: ['A card account instead', 'En kortkonto i stedet'],
  paymentInformationId: ['Id of the bulk payment', 'Massebetalingens id'],
  payments: ['Entries', 'Poster'],
  postalCode: 'Postnummer',
  purposeCode: ['Purpose', 'Formål'],
  reference: ['Reference or KID', 'Referanse eller KID'],
  referenceIssuer: ['Issuer of the reference', 'Referansens utsteder'],
  referenceType: ['Type of reference', 'Type referanse'],
  regulatoryReportingCode: ['Code for the currency register', 'Kode til valutaregisteret'],
  regulatoryReportingInformation: ['Text for the currency register', 'Tekst til valutaregisteret'],
  remittanceInformationStructured: ['Reference instead of a message', 'Referanse i stedet for melding'],
  remittanceInformationStructuredArray: ['References', 'Referanser'],
  remittanceInformationUnstructured: ['Message', 'Melding'],
  requestedExecutionDate: ['Execution date', 'Utførelsesdato'],
  schemeNameProprietary: ['Type of number', 'Type nummer'],
  startDate: ['First day', 'Første dag'],
  street: 'Gate',
  townName: ['Town', 'Sted'],
  ultimateDebtor: 'Endelig betaler',
};

const codes: Readonly<Partial<Record<OfferedCode, Words>>> = {
  Annual: 'Årlig',
  Daily: 'Daglig',
  EveryTwoMonths: 'Annenhver måned',
  EveryTwoWeeks: 'Annenhver uke',
  Monthly: 'Månedlig',
  MonthlyVariable: 'I valgte måneder',
  Quarterly: 'Kvartalsvis',
  SemiAnnual: 'Halvårlig',
  Weekly: 'Ukentlig',
  following: ['The bank day after', 'Bankdagen etter'],
  preceeding: ['The bank day before', 'Bankdagen før'],
  creditCardAccount: 'Kredittkortkonto',
  CASH: 'Likviditet',
  CORT: 'Handelsoppgjør',
  IDCP: 'Debetkort',
  INTC: 'Konsernintern',
  INVS: 'Investering',
  LOAN: 'Lån',
  OTHR: 'Annet',
  PENS: 'Pensjon',
  SALA: 'Lønn',
  SSBE: 'Trygd',
  SUPP: 'Leverandør',
  TAXS: 'Skatt',
  TREA: 'Finansforvaltning',
  VATX: 'Merverdiavgift',
};

const products: Readonly<Partial<Record<PaymentProduct, string>>> = {
  NDCT: 'En overføring mellom kontoer i Norge. Banken utfører den ved det neste av fem daglige oppgjør på utførelsesdatoen.',
  INDCTS:
    'En straksoverføring mellom kontoer i Norge. Banken gjennomfører eller avviser den så snart kunden har godkjent den.',
  NCBCT: 'En overføring i Norge som gjøres opp som en utenlandsbetaling. Den er ment for store beløp.',
  CBCT: 'En overføring til en konto i et annet land.',
  SCT: 'En SEPA-overføring i euro. Begge kontoene må ha IBAN.',
  BULK_NDCT:
    'Opptil 1 000 overføringer i Norge fra én konto. Kunden godkjenner dem samlet, og banken utfører dem hver for seg.',
  PERIODIC_NDCT: 'En fast betaling med en overføring i Norge på hver dato i planen.',
};

function wordsOf(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inLanguage(words: Words | undefined, english: () => string, language: Language): string {
  if (Array.isArray(words)) return words[language === 'en' ? 0 : 1];
  return typeof words !== 'string' || language === 'en' ? english() : words;
}

export const fieldText = (name: string, language: Language): string =>
  inLanguage(fields[name as FieldName], () => wordsOf(name), language);

export const productText = (
  { product, description }: Pick<Form, 'product' | 'description'>,
  language: Language,
) => (language === 'en' ? description : (products[product as PaymentProduct] ?? description));

export function codeText(type: string, code: string, language: Language): string {
  const browserType = type === 'CurrencyCode' ? 'currency' : type === 'CountryCode' ? 'region' : null;
  if (browserType !== null) {
    const name = namesOf(browserType, language).of(code) ?? code;
    return name === code ? code : `${code} · ${name}`;
  }
  const words = inLanguage(codes[code as OfferedCode], () => enums[type]?.[code] ?? code, language);
  return /^[A-Z]{4}$/.test(code) ? `${code} · ${words}` : words;
}

const displayNames = new Map<string, Intl.DisplayNames>();

function namesOf(type: 'currency' | 'region', language: Language): Intl.DisplayNames {
  const key = `${type} ${language}`;
  const names = displayNames.get(key) ?? new Intl.DisplayNames(language, { type });
  displayNames.set(key, names);
  return names;
}
