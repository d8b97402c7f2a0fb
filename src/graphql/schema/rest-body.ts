/** Inputs of mutations that are a REST body, checked by its schema. */
import type { z } from 'zod';
import { parseFields, readFields } from '../../domain/fields/parse.ts';
import { type Fault, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { type Owner, runYielding } from '../../fairness/long-work.ts';
import type { InputRules } from '../input-faults.ts';

type RawInput = Readonly<Record<string, unknown>>;

export interface RestBody<Body> {
  readonly schema: z.ZodType<Body>;
  readonly of: (input: RawInput) => unknown;
  /** Path of a fault that has no field. */
  readonly root: string;
  /** Ids of the input that REST has in the path. */
  readonly ids: readonly string[];
}

export const flat = <Body>(schema: z.ZodType<Body>): RestBody<Body> => ({
  schema,
  of: (input) => input,
  root: 'input',
  ids: [],
});

/** The body of an input, or a refusal with every fault. */
export async function readBody<Body>(
  owner: Owner,
  { schema, of, root }: RestBody<Body>,
  input: RawInput,
): Promise<{ readonly body: Body; readonly warnings: readonly TppMessage[] }> {
  const result = await runYielding(owner, readFields(schema, of(input), root));
  if (!result.ok) throw refuseAll(result.faults);
  return { body: result.value, warnings: result.warnings };
}

export const rulesOf =
  <Body>({ schema, of, root, ids }: RestBody<Body>): InputRules =>
  (input) => {
    const result = parseFields(schema, of(input), root);
    const ofIds = ids.flatMap((id) => faultsOfId(id, input[id]));
    return result.ok ? ofIds : [...ofIds, ...result.faults];
  };

function faultsOfId(path: string, id: unknown): readonly Fault[] {
  if (typeof id === 'string') return [];
  return [{ path, text: id == null ? 'is required' : 'must be a string' }];
}
