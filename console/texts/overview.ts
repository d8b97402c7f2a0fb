/** The overview and what is to come. */
import type { Texts } from './index.ts';

export const overview = {
  firstTitle: ['Make your first payment', 'Lag din første betaling'],
  firstHint: [
    'Fill in the form, approve it in the bank app, and watch it being settled. Or play a scenario and see the bank refuse.',
    'Fyll ut skjemaet, godkjenn i bankappen, og se den bli gjort opp. Eller kjør et scenario og se banken avslå.',
  ],
  firstHintElsewhere: [
    'Fill in the form, approve it on the pages of the bank, and watch its status.',
    'Fyll ut skjemaet, godkjenn på bankens sider, og følg statusen.',
  ],
  nextRun: ['Next batch run', 'Neste oppgjør'],
  waitsCustomer: ['Waits for the customer', 'Venter på kunden'],
  waitsBank: ['Waits for the bank', 'Venter på banken'],
  finished: ['Finished', 'Ferdige'],
  seeAll: ['See all', 'Se alle'],
  nothingWaits: ['Nothing.', 'Ingenting.'],
  chartStatus: ['Payments by day', 'Betalinger per dag'],
  chartHint: [
    'The last fourteen days, by status. A bar leads to its payments.',
    'De siste fjorten dagene, etter status. En søyle fører til betalingene.',
  ],
  chartMoved: ['Money moved, {currency}', 'Penger flyttet, {currency}'],
  chartMovedHint: [
    'Settled payments by the day they were made.',
    'Gjennomførte betalinger etter dagen de ble laget.',
  ],
  chartMovedNone: ['Nothing has been settled yet.', 'Ingenting er gjort opp ennå.'],
  chartNothing: ['nothing', 'ingenting'],
  agendaNone: ['Nothing waits for time to pass.', 'Ingenting venter på at tiden går.'],
} as const satisfies Texts;
