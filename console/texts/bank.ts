/** The texts of the bank (the API) in Norwegian; `#` stands for a number. The API itself answers in English. */
const norwegian: Readonly<Record<string, string>> = {
  'created by the TPP': 'laget av TPP-en',
  'cancelled by the TPP': 'kansellert av TPP-en',
  'approved by the PSU': 'godkjent av kunden',
  'approved by the PSU and settled at once': 'godkjent av kunden og gjort opp med en gang',
  'cancellation approved by the PSU': 'kansellering godkjent av kunden',
  'rejected by the PSU': 'avvist av kunden',
  'the authorisation failed': 'godkjenningen mislyktes',
  'the authorisation was not finished in time': 'godkjenningen ble ikke ferdig i tide',
  'the authorisation ended after five wrong numbers or codes':
    'godkjenningen tok slutt etter fem gale numre eller koder',
  'fifteen wrong one-time codes were given over all authorisations':
    'femten gale engangskoder ble gitt i alle godkjenningene til sammen',
  'settled on the debtor account': 'gjort opp på betalers konto',
  'every entry was settled': 'alle postene ble gjort opp',
  '# of # entries were settled': '# av # poster ble gjort opp',
  'not enough funds': 'ikke dekning',
  'not enough funds (scenario NO_COVER)': 'ikke dekning (scenario NO_COVER)',
  'not enough funds; tried again at the next run': 'ikke dekning; prøves igjen ved neste oppgjør',
  'not enough funds for # of # entries; tried again at the next run':
    'ikke dekning for # av # poster; prøves igjen ved neste oppgjør',
  'not enough funds at the last run of the day': 'ikke dekning ved dagens siste oppgjør',
  'rejected by the bank (scenario REJECTED)': 'avvist av banken (scenario REJECTED)',
  'settlement is under way (scenario SLOW_SETTLEMENT)': 'oppgjøret er i gang (scenario SLOW_SETTLEMENT)',
  'the amount is larger than an account of this bank can hold':
    'beløpet er større enn en konto her kan romme',
  'the last execution is over': 'den siste utførelsen er over',
  'no execution could be carried out': 'ingen utførelse kunne gjennomføres',
  'the plan has no execution after the approval': 'planen har ingen utførelse etter godkjenningen',
  'not finished within # minutes': 'ikke ferdig innen # minutter',
  'the log-in of the PSU is # days old; payments need a new one':
    'kundens innlogging er # dager gammel; betalinger trenger en ny',
  'The bank rejects the payment when it carries it out: RJCT. As an entry of a bulk payment: that entry is rejected and the payment ends as PART, or as RJCT when no entry was settled.':
    'Banken avviser betalingen når den skal utføres: RJCT. Som post i en massebetaling: posten avvises, og betalingen ender som PART, eller som RJCT når ingen post ble gjort opp.',
  'The account never covers the payment: ACCP with fundsAvailable false at a batch run, RJCT at the last run of the day. An instant payment is RJCT at once, an execution of a periodic payment is left out.':
    'Kontoen dekker aldri betalingen: ACCP med fundsAvailable false ved et oppgjør, RJCT ved dagens siste. En straksbetaling er RJCT med en gang, en utførelse av en periodisk betaling utelates.',
  'Settlement takes its time: ACSP at first (an instant payment: on approval), ACSC at the next batch run. Periodic payments and entries of bulk payments settle as usual.':
    'Oppgjøret tar tid: først ACSP (en straksbetaling: ved godkjenning), ACSC ved neste oppgjør. Periodiske betalinger og poster i massebetalinger gjøres opp som vanlig.',
  'The creation is answered with # SYSTEM_ERROR; nothing is stored.':
    'Opprettelsen besvares med # SYSTEM_ERROR; ingenting lagres.',
  'The creation is answered with # SYSTEM_ERROR and Retry-After; nothing is stored.':
    'Opprettelsen besvares med # SYSTEM_ERROR og Retry-After; ingenting lagres.',
};

/** Null where it is not known: then the bank's own words are shown. */
export function inNorwegian(text: string): string | null {
  const [, day = '', said = text] = /^(\d{4}-\d{2}-\d{2}: )(.*)$/.exec(text) ?? [];
  const numbers = said.match(/\d+/g) ?? [];
  const known = norwegian[said.replace(/\d+/g, '#')];
  return known === undefined ? null : day + known.replace(/#/g, () => numbers.shift() ?? '');
}
