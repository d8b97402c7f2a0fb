import type { Texts } from './index.ts';

export const create = {
  createLead: [
    'Fill in the form or use the example. The bank checks every field as you type.',
    'Fyll ut skjemaet eller bruk eksempelet. Banken kontrollerer hvert felt mens du skriver.',
  ],
  fillExample: ['Fill in an example', 'Fyll inn et eksempel'],
  pickDebtor: ['Pay from', 'Betal fra'],
  pickDebtorNone: ['Choose an account to pay from', 'Velg en konto å betale fra'],
  debtorMissing: ['Choose an account to pay from.', 'Velg en konto å betale fra.'],
  optional: ['(optional)', '(valgfritt)'],
  clearForm: ['Clear', 'Tøm'],
  requiredHint: ['Fields with * are required.', 'Felt med * må fylles ut.'],
  moreFields: ['More fields ({count})', 'Flere felt ({count})'],
  allowDuplicate: [
    'Allow a duplicate of a payment from the last 24 hours',
    'Tillat en kopi av en betaling fra det siste døgnet',
  ],
  createPayment: ['Create the payment', 'Opprett betalingen'],
  checkTitle: ['Check by the bank', 'Bankens kontroll'],
  checkEmpty: ['The form is empty.', 'Skjemaet er tomt.'],
  checkNone: ['The bank has not checked the form.', 'Banken har ikke kontrollert skjemaet.'],
  checkGood: ['The bank found no errors.', 'Banken fant ingen feil.'],
  checkFaults: ['Fields to correct: {count}', 'Felt som må rettes: {count}'],
  sameActCreate: [
    'The request with your values, ready to copy.',
    'Forespørselen med verdiene dine, klar til å kopiere.',
  ],
  pasteTable: ['Paste a table', 'Lim inn en tabell'],
  pasteHint: [
    'One line for each entry: creditor, account, amount, message. Separate the columns with tabs or semicolons, as spreadsheets do.',
    'Én linje per post: mottaker, konto, beløp, melding. Skill kolonnene med tabulator eller semikolon, slik regneark gjør.',
  ],
  scenariosLead: [
    'Make the bank refuse, wait or fail on purpose. The creditor name selects the scenario, for every product.',
    'Få banken til å avvise, vente eller feile med vilje. Mottakerens navn velger scenarioet, for alle produkter.',
  ],
  tryScenario: ['Try it', 'Prøv det'],
  tryForm: ['Open in the form', 'Åpne i skjemaet'],
  scenarioPlayed: ['Created and approved', 'Opprettet og godkjent'],
  scenarioMade: ['Created, not approved', 'Opprettet, ikke godkjent'],
  scenarioApprove: [
    'Approve the payment on the approval page, then see the result.',
    'Godkjenn betalingen på godkjenningssiden, og se resultatet.',
  ],
  scenarioRefused: ['Refused, as expected', 'Avvist, som forventet'],
  scenarioSee: ['See the payment', 'Se betalingen'],
  scenarioNext: ['Run the next batch to see the result.', 'Kjør neste oppgjør for å se resultatet.'],
} as const satisfies Texts;
