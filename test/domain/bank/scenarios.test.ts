import { describe, expect, it } from 'vitest';
import {
  creationRefusalReason,
  executionEffect,
  scenarioOf,
  scenarios,
} from '../../../src/domain/bank/scenarios.ts';

describe('scenarios', () => {
  it('have these names', () => {
    const called = scenarios.map(({ name, creditorName, effect }) => [
      name,
      creditorName,
      effect.at,
      effect.at === 'CREATION' ? effect.refuse : effect.outcome,
    ]);
    expect(called).toEqual([
      ['REJECTED', 'Scenario Rejected', 'EXECUTION', 'REJECTED'],
      ['NO_COVER', 'Scenario No Cover', 'EXECUTION', 'NO_COVER'],
      ['SLOW_SETTLEMENT', 'Scenario Slow Settlement', 'EXECUTION', 'SLOW'],
      ['SYSTEM_ERROR', 'Scenario System Error', 'CREATION', 'SYSTEM_ERROR'],
      ['UNAVAILABLE', 'Scenario Unavailable', 'CREATION', 'UNAVAILABLE'],
    ]);
    for (const one of scenarios) expect(scenarioOf(one.creditorName)).toBe(one);
  });

  it('act at the creation, or when the payment is carried out, as each defines', () => {
    expect(executionEffect(' scenario NO COVER ')).toMatchObject({ outcome: 'NO_COVER' });
    expect(executionEffect('Max Rejected')).toBeNull();
    expect(executionEffect('Scenario Unavailable')).toBeNull();
    expect(creationRefusalReason(['Kari', ' SCENARIO unavailable '])).toBe('UNAVAILABLE');
    expect(creationRefusalReason(['Scenario System Error', 'Scenario Unavailable'])).toBe('SYSTEM_ERROR');
    expect(creationRefusalReason(['Kari', 'Scenario Rejected'])).toBeNull();
    expect(creationRefusalReason([])).toBeNull();
    expect(scenarioOf('Scenario  Rejected')).toBeNull();
  });
});
