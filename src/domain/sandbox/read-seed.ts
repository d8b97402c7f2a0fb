/** Checks a seed. What draws only a warning at the interface is a fault here, unless the seed accepts warnings. */
import { parseFields } from '../fields/parse.ts';
import { readPath, writePath } from '../fields/path.ts';
import type { Fault } from '../refusal.ts';
import { type Seed, seedSchema } from './seed.ts';
import { seedFaults } from './seed-faults.ts';

export type ReadSeed =
  | { readonly ok: true; readonly seed: Seed; readonly warnings: readonly Fault[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** `today` is a day in Oslo. */
export function readSeed(value: unknown, today: string): ReadSeed {
  const result = parseFields(seedSchema, value ?? {}, 'seed');
  if (!result.ok) return { ok: false, faults: result.faults.map((fault) => withHint(fault, value)) };
  const { value: seed, warnings } = result;
  const remarks = warnings.map(({ path = 'seed', text }) => ({ path, text: text.replace(ofRequests, '') }));
  const faults = [
    ...seedFaults(seed, today).map(({ path, text }) => ({ path: writePath(path), text })),
    ...(seed.acceptWarnings ? [] : remarks),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, seed, warnings: remarks };
}

/** The end of the text about an unknown field, which fits requests only. */
const ofRequests = / of this operation and was ignored$/;

/** YAML reads digits without quotes as a number, which loses leading zeros and those at the end of an amount. */
function withHint(fault: Fault, value: unknown): Fault {
  if (fault.text !== 'must be a string' || typeof valueAt(value, fault.path) !== 'number') return fault;
  return { ...fault, text: 'must be a string: put it in quotes' };
}

function valueAt(value: unknown, path: string): unknown {
  return readPath(path).reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
    value,
  );
}
