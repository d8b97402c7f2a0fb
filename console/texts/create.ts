/** Making payments, and the scenarios that payments may play. */
import type { Texts } from './index.ts';

export const create = {
  createLead: [
    'Fill in the form or take the example. The bank checks every field as you go.',
    'Fyll ut skjemaet eller bruk eksempelet. Banken kontrollerer hvert felt underveis.',
  ],
  fillExample: ['Fill in an example', 'Fyll inn et eksempel'],
  pickDebtor: ['Pay from', 'Betal fra'],
  pickDebtorNone: ['Choose an account, or type one below', 'Velg en konto, eller skriv en under'],
  optional: ['(optional)', '(valgfritt)'],
  clearForm: ['Clear', 'Tøm'],
  moreFields: ['More fields ({count})', 'Flere felt ({count})'],
  allowDuplicate: ['Make it even if one like it was made today', 'Lag den selv om en lik ble laget i dag'],
  createPayment: ['Create the payment', 'Opprett betalingen'],
  checkTitle: ['What the bank says', 'Det banken sier'],
  checkEmpty: ['Nothing filled in yet.', 'Ingenting fylt ut ennå.'],
  checkGood: ['The bank finds no fault.', 'Banken finner ingen feil.'],
  checkFaults: ['{count} fields need attention.', '{count} felt må rettes.'],
  sameActCreate: [
    'Exactly what you have filled in, ready to copy.',
    'Akkurat det du har fylt inn, klart til å kopiere.',
  ],
  pasteTable: ['Paste a table', 'Lim inn en tabell'],
  pasteHint: [
    'One line for each entry: creditor, account, amount, message. Columns by tab or semicolon, as spreadsheets copy them.',
    'Én linje per post: mottaker, konto, beløp, melding. Kolonner med tabulator eller semikolon, slik regneark kopierer dem.',
  ],
  scenariosLead: [
    'Make the bank refuse, wait or fail on purpose: the name of the creditor calls the scenario, in every product.',
    'Få banken til å avslå, vente eller feile med vilje: navnet på mottakeren utløser scenarioet, i alle produkter.',
  ],
  tryScenario: ['Try it', 'Prøv det'],
  tryForm: ['Open in the form', 'Åpne i skjemaet'],
  scenarioPlayed: ['Made and approved', 'Laget og godkjent'],
  scenarioMade: ['Made, not approved', 'Laget, ikke godkjent'],
  scenarioApprove: [
    'Approve it on its approval page, then see what becomes of it.',
    'Godkjenn den på godkjenningssiden, og se hva det blir av den.',
  ],
  scenarioRefused: ['Refused, as it should be', 'Avvist, som det skal'],
  scenarioSee: ['See the payment', 'Se betalingen'],
  scenarioNext: [
    'Run the next batch to see what becomes of it.',
    'Kjør neste oppgjør for å se hva det blir av den.',
  ],
} as const satisfies Texts;
