/** The schema has the English. Screen readers read these descriptions of fields. */
import type { Language } from '../preferences.ts';

export const hints: Readonly<Record<string, string>> = {
  'Name of the creditor, at most 70 characters.': 'Mottakers navn, høyst 70 tegn.',
  'Reference that the creditor receives with the payment, at most 35 characters.':
    'Referanse som mottakeren får med betalingen, høyst 35 tegn.',
  'Why the payment is made: a subset of ISO 20022 ExternalPurpose1Code.':
    'Hvorfor betalingen utføres: et utvalg av ISO 20022 ExternalPurpose1Code.',
  'Message to the creditor, 1 to 140 characters. Send either a message or a structured reference.':
    'Melding til mottakeren, 1 til 140 tegn. Send enten en melding eller en strukturert referanse.',
  'Execution date in Europe/Oslo, today or later. The default is today.':
    'Utførelsesdato i Europe/Oslo, i dag eller senere. Uten dato gjelder i dag.',
  'Party that owes the money, if it is not the debtor. At most 70 characters.':
    'Den som skylder pengene, hvis det ikke er betaleren. Høyst 70 tegn.',
  'Account number in national form, 1 to 30 letters and digits. A Norwegian number with a wrong check digit is accepted with a WARNING.':
    'Kontonummer på nasjonal form, 1 til 30 bokstaver og sifre. Et norsk nummer med feil kontrollsiffer godtas med en advarsel.',
  'ISO 4217 alphabetic code, one of the 162 that the interface supports.':
    'Valutakode etter ISO 4217, en av de 162 som grensesnittet støtter.',
  'Decimal number as a string with exactly as many decimals as the currency has: "100.00" for NOK, "100" for JPY, "1.000" for KWD. At most 18 digits.':
    'Tall med punktum og nøyaktig så mange desimaler som valutaen har: 100.00 for NOK, 100 for JPY, 1.000 for KWD. Høyst 18 sifre.',
  'Number of the building.': 'Husnummer.',
  'City or town.': 'Poststed.',
  'ISO 3166-1 alpha-2 code of a country that the interface supports.':
    'Landkode etter ISO 3166-1 alpha-2, for et land som grensesnittet støtter.',
  'Postal code.': 'Postnummer.',
  'Street, at most 70 characters.': 'Gate, høyst 70 tegn.',
  'Reference of the creditor: a KID, 1 to 35 characters.': 'Mottakerens referanse: en KID, 1 til 35 tegn.',
  'Issuer of the reference, 1 to 35 characters.': 'Den som har utstedt referansen, 1 til 35 tegn.',
  'Type of the reference, 1 to 35 characters. For a KID send SCOR or leave it out; for an invoice send CINV.':
    'Type referanse, 1 til 35 tegn. For en KID: SCOR eller ingenting. For en faktura: CINV.',
  'Identification of the card account.': 'Kortkontoens identifikasjon.',
  'Scheme of the identification. Only creditCardAccount is supported.':
    'Hva slags nummer det er. Bare creditCardAccount støttes.',
  'BIC (ISO 9362) of the bank of the creditor. Any other text is accepted with a WARNING.':
    'BIC (ISO 9362) for mottakerens bank. Annen tekst godtas med en advarsel.',
  'Code of the report to the currency register, at most 10 characters.':
    'Kode til valutaregisteret, høyst 10 tegn.',
  'Purpose of the payment in words, for the currency register. At most 140 characters.':
    'Betalingens formål i ord, til valutaregisteret. Høyst 140 tegn.',
  'ISO 13616 account number with valid check digits, at most 34 characters including single spaces between groups.':
    'Kontonummer etter ISO 13616 med gyldige kontrollsifre, høyst 34 tegn medregnet enkle mellomrom mellom gruppene.',
  'Unique id of the bulk payment, assigned by the sender, at most 35 characters.':
    'Massebetalingens unike id, som avsenderen velger. Høyst 35 tegn.',
  'Day of the month, one or two digits. In a shorter month the payment runs on the last day. Daily, Weekly and EveryTwoWeeks ignore it.':
    'Dag i måneden, ett eller to sifre. I en kortere måned utføres betalingen den siste dagen. Den gjelder ikke for daglige og ukentlige betalinger, eller annenhver uke.',
  'Last day of the plan. Without it the plan has no end.':
    'Planens siste dag. Uten den har planen ingen slutt.',
  'How an execution moves from a weekend or a bank holiday to a bank day; `following` by default.':
    'Hvordan en utførelse flyttes fra en helg eller bankfridag til en bankdag. Uten valg: bankdagen etter.',
  'How often the payment is made.': 'Hvor ofte betalingen utføres.',
  'Months in which a MonthlyVariable payment runs: 1 to 11, each at most once. Required for MonthlyVariable, and not allowed for other frequencies. December is not supported: use an Annual payment that starts in December.':
    'Månedene som betalingen utføres i: 1 til 11, hver høyst én gang. Må fylles ut for valgte måneder, og er ikke tillatt ellers. Desember støttes ikke: bruk en årlig betaling som begynner i desember.',
  'First day of the plan in Europe/Oslo, today or later.':
    'Planens første dag i Europe/Oslo, i dag eller senere.',
};

export const norwegianHint = (description: string, language: Language): string | null =>
  language === 'nb' ? (hints[description] ?? null) : null;
