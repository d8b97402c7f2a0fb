/** Reads and checks a seed. Its warnings count as faults, unless the seed accepts warnings. */
import { issueText, parseFields } from '../fields/parse.ts';
import { writePath } from '../fields/path.ts';
import type { Fault } from '../refusal.ts';
import { todayInOslo } from '../values/oslo-time.ts';
import { type Seed, seedSchema } from './seed.ts';
import { clockFaults, sandboxStartOf } from './seed-clock.ts';
import { seedFaults } from './seed-faults.ts';
import { seedPaymentFaults } from './seed-payment-faults.ts';

type SeedResult =
  | { readonly ok: true; readonly seed: Seed; readonly warnings: readonly Fault[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** `now` is the real time. */
export function readSeed(value: unknown, now: number): SeedResult {
  const result = parseFields(seedSchema, value ?? {}, 'seed', seedIssueText);
  if (!result.ok) return result;
  const seed = result.value;
  const warnings = result.warnings.map(({ path = 'seed', text }) => ({
    path,
    text: text.replace(endOfRequestWarning, ''),
  }));
  const start = sandboxStartOf(seed, now);
  const ruleFaults = [
    ...clockFaults(seed, now),
    ...seedFaults(seed, todayInOslo(start)),
    ...seedPaymentFaults(seed, start),
  ].map(({ path, text }) => ({ path: writePath(path), text }));
  const faults = seed.acceptWarnings ? ruleFaults : [...ruleFaults, ...warnings];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, seed, warnings };
}

/** This end of a warning does not suit a seed, which is no operation. */
const endOfRequestWarning = / of this operation and was ignored$/;

/** YAML reads digits without quotes as a number, which loses leading zeros and zeros at the end of an amount. */
const seedIssueText: typeof issueText = (issue) =>
  issue.code === 'invalid_type' && issue.expected === 'string' && typeof issue.input === 'number'
    ? 'must be a string: put it in quotes'
    : issueText(issue);
