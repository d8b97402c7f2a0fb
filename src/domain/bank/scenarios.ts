/** The name of the creditor selects a scenario, in upper or lower case. */
import type { Reason } from '../refusal.ts';

type ScenarioEffect =
  | { readonly at: 'CREATION'; readonly refuse: Extract<Reason, 'SYSTEM_ERROR' | 'UNAVAILABLE'> }
  | { readonly at: 'EXECUTION'; readonly outcome: 'NO_COVER' }
  | { readonly at: 'EXECUTION'; readonly outcome: 'REJECTED' | 'SLOW'; readonly reason: string };

export interface Scenario {
  readonly name: string;
  readonly creditorName: string;
  readonly description: string;
  readonly effect: ScenarioEffect;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'REJECTED',
    creditorName: 'Scenario Rejected',
    description:
      'The bank rejects the payment at its execution: RJCT. In a bulk payment the bank rejects the entry, and the payment ends as PART, or as RJCT if no entry was settled.',
    effect: { at: 'EXECUTION', outcome: 'REJECTED', reason: 'rejected by the bank (scenario REJECTED)' },
  },
  {
    name: 'NO_COVER',
    creditorName: 'Scenario No Cover',
    description:
      'The account never covers the payment: it is ACCP with fundsAvailable false after a batch run, and RJCT after the last run of the day. An instant payment is RJCT at once. An execution of a periodic payment is skipped.',
    effect: { at: 'EXECUTION', outcome: 'NO_COVER' },
  },
  {
    name: 'SLOW_SETTLEMENT',
    creditorName: 'Scenario Slow Settlement',
    description:
      'Settlement is slow: the payment is ACSP at its execution (an instant payment at its approval), and ACSC at the next batch run, or RJCT if the account does not cover it then. Periodic payments and entries of bulk payments settle as usual.',
    effect: {
      at: 'EXECUTION',
      outcome: 'SLOW',
      reason: 'settlement is under way (scenario SLOW_SETTLEMENT)',
    },
  },
  {
    name: 'SYSTEM_ERROR',
    creditorName: 'Scenario System Error',
    description: 'The creation fails with 500 SYSTEM_ERROR. The service stores nothing.',
    effect: { at: 'CREATION', refuse: 'SYSTEM_ERROR' },
  },
  {
    name: 'UNAVAILABLE',
    creditorName: 'Scenario Unavailable',
    description: 'The creation fails with 503 SYSTEM_ERROR and Retry-After. The service stores nothing.',
    effect: { at: 'CREATION', refuse: 'UNAVAILABLE' },
  },
];

const byCreditor: ReadonlyMap<string, Scenario> = new Map(
  scenarios.map((scenario) => [scenario.creditorName.toLowerCase(), scenario]),
);

export function scenarioOf(creditorName: string): Scenario | null {
  return byCreditor.get(creditorName.trim().toLowerCase()) ?? null;
}

export function executionEffect(creditorName: string) {
  const effect = scenarioOf(creditorName)?.effect;
  return effect?.at === 'EXECUTION' ? effect : null;
}

export function creationRefusalReason(creditorNames: readonly string[]) {
  for (const name of creditorNames) {
    const effect = scenarioOf(name)?.effect;
    if (effect?.at === 'CREATION') return effect.refuse;
  }
  return null;
}
