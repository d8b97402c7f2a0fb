import type { Texts } from './index.ts';

export const overview = {
  firstTitle: ['Make your first payment', 'Lag din første betaling'],
  firstHint: [
    'Fill in the form, approve the payment in the bank app, and watch the bank settle it. Or try a scenario, and see the bank refuse a payment.',
    'Fyll ut skjemaet, godkjenn betalingen i bankappen, og se banken gjøre den opp. Eller prøv et scenario, og se banken avvise en betaling.',
  ],
  firstHintElsewhere: [
    'Fill in the form, approve the payment on the pages of the bank, and watch its status.',
    'Fyll ut skjemaet, godkjenn betalingen på bankens sider, og følg statusen.',
  ],
  nextRun: ['Next batch run', 'Neste oppgjør'],
  waitsCustomer: ['Waiting for the customer', 'Venter på kunden'],
  waitsBank: ['Waiting for the bank', 'Venter på banken'],
  finished: ['Finished', 'Ferdige'],
  seeAll: ['See all', 'Se alle'],
  nothingWaits: ['Nothing.', 'Ingenting.'],
  chartCut: [
    'The charts show only the {count} newest payments.',
    'Diagrammene viser bare de {count} nyeste betalingene.',
  ],
  chartStatus: ['Payments by day', 'Betalinger per dag'],
  chartHint: [
    'The last 14 days, by status. Select a bar to see its payments.',
    'De siste 14 dagene, etter status. Velg en søyle for å se betalingene.',
  ],
  chartMoved: ['Amount settled, {currency}', 'Gjennomført beløp, {currency}'],
  chartMovedNothing: ['Amount settled', 'Gjennomført beløp'],
  chartMovedHint: [
    'Settled payments, by the day of their creation.',
    'Gjennomførte betalinger, etter dagen de ble opprettet.',
  ],
  chartMovedNone: [
    'No payment of the last 14 days has been settled.',
    'Ingen betaling fra de siste 14 dagene er gjort opp.',
  ],
  chartNothing: ['nothing', 'ingenting'],
  agendaNone: ['No events are planned.', 'Ingen hendelser er planlagt.'],
} as const satisfies Texts;
