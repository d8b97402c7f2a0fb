/** Checks a seed. What is only a warning in a request is a fault here, unless the seed accepts warnings. */
import { parseFields } from '../fields/parse.ts';
import { readPath, writePath } from '../fields/path.ts';
import { isObject } from '../fields/shared.ts';
import type { Fault } from '../refusal.ts';
import { todayInOslo } from '../values/calendar.ts';
import { type Seed, seedSchema } from './seed.ts';
import { clockFaults, startOf } from './seed-clock.ts';
import { seedFaults } from './seed-faults.ts';
import { type SeedPayment, seedPaymentsAtMost, seedProductOf } from './seed-payment.ts';
import { seedPaymentFaults } from './seed-payment-faults.ts';

export type ReadSeed =
  | { readonly ok: true; readonly seed: Seed; readonly warnings: readonly Fault[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** `now` is the real time. */
export function readSeed(value: unknown, now: number): ReadSeed {
  const bodies = readBodies(value);
  const result = parseFields(seedSchema, value ?? {}, 'seed');
  const malformed = [...(result.ok ? [] : result.faults), ...bodies.flatMap(({ faults }) => faults)];
  if (!result.ok || malformed.length > 0)
    return { ok: false, faults: malformed.map((fault) => withHint(fault, value)) };
  const seed = withBodies(result.value, bodies);
  const warnings = [...result.warnings, ...bodies.flatMap(({ warnings }) => warnings)].map(
    ({ path = 'seed', text }) => ({ path, text: text.replace(requestEnding, '') }),
  );
  const start = startOf(seed, now);
  const faults = [
    ...[
      ...clockFaults(seed, now),
      ...seedFaults(seed, todayInOslo(start)),
      ...seedPaymentFaults(seed, start),
    ].map(({ path, text }) => ({ path: writePath(path), text })),
    ...(seed.acceptWarnings ? [] : warnings),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, seed, warnings };
}

interface ReadBody {
  /** null: the body or its payment is malformed. */
  readonly instruction: SeedPayment['instruction'] | null;
  readonly faults: readonly Fault[];
  readonly warnings: readonly (Omit<Fault, 'path'> & { readonly path?: string })[];
}

/** Reads the bodies of the payments as a creation does. Skips malformed payments, whose faults `seedSchema` finds. */
function readBodies(value: unknown): readonly ReadBody[] {
  const payments: unknown = isObject(value) ? value.payments : undefined;
  if (!Array.isArray(payments) || payments.length > seedPaymentsAtMost.payments) return [];
  return payments.map((payment: unknown, index) => {
    const { product: code, body } = isObject(payment) ? payment : {};
    const product = seedProductOf(code);
    const nothingRead = { instruction: null, faults: [], warnings: [] };
    if (product === undefined || !isObject(body)) return nothingRead;
    const bodyPath = `payments[${index}].body`;
    const result = parseFields(product.body, body, '');
    const withPath = <One extends { readonly path?: string }>(one: One) => ({
      ...one,
      path: one.path ? `${bodyPath}.${one.path}` : bodyPath,
    });
    return result.ok
      ? { ...nothingRead, instruction: result.value, warnings: result.warnings.map(withPath) }
      : { ...nothingRead, faults: result.faults.map(withPath) };
  });
}

function withBodies({ payments, ...seed }: SchemaOutput, bodies: readonly ReadBody[]): Seed {
  if (payments === undefined) return seed;
  return {
    ...seed,
    payments: payments.map(({ body: _, product: code, ...payment }, index) => {
      const [product, instruction] = [seedProductOf(code), bodies[index]?.instruction];
      if (!product || !instruction) throw new Error(`the payment ${index} of a checked seed has no body`);
      return { ...payment, product, instruction };
    }),
  };
}

type SchemaOutput = ReturnType<typeof seedSchema.parse>;

/** Cut from the warning about an unknown field, because a seed is no operation. */
const requestEnding = / of this operation and was ignored$/;

/**
 * Adds a hint: YAML reads digits without quotes as a number, which loses leading zeros and zeros at the end of an
 * amount.
 */
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
