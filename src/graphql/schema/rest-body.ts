/** Checks the input of a mutation by the schema of the REST body. */
import type { z } from 'zod';
import { parseFieldsInSteps } from '../../domain/fields/parse.ts';
import { type Fault, refuseAll, type TppMessage } from '../../domain/refusal.ts';
import { runYielding, type WorkOwner } from '../../fairness/long-work.ts';
import type { RawInput } from '../input-faults.ts';

export interface RestBody<Body> {
  readonly schema: z.ZodType<Body>;
  /** The part of the input that is the body. */
  readonly bodyOf: (input: RawInput) => unknown;
  /** The path of a fault that concerns the whole body. */
  readonly rootPath: string;
  /** The fields of the input that are in the path of the REST request. */
  readonly urlIds: readonly string[];
}

/** The whole input is the body. */
export const inputAsBody = <Body>(schema: z.ZodType<Body>): RestBody<Body> => ({
  schema,
  bodyOf: (input) => input,
  rootPath: 'input',
  urlIds: [],
});

/** Returns the body of an input. Refuses an invalid body with all its faults, and those of the fields `urlIds`. */
export async function readBody<Body>(
  workOwner: WorkOwner,
  { schema, bodyOf, rootPath, urlIds }: RestBody<Body>,
  input: RawInput,
): Promise<{ readonly body: Body; readonly warnings: readonly TppMessage[] }> {
  const result = await runYielding(workOwner, parseFieldsInSteps(schema, bodyOf(input), rootPath));
  const idFaults = urlIds.flatMap((name) => faultsOfId(name, input[name]));
  if (!result.ok) throw refuseAll([...idFaults, ...result.faults]);
  return { body: result.value, warnings: result.warnings };
}

function faultsOfId(path: string, id: unknown): readonly Fault[] {
  if (typeof id === 'string') return [];
  return [{ path, text: id == null ? 'is required' : 'must be a string' }];
}
