/** Checks the parts of a request around its fields: the query, an id in the path, and whether there is a body. */
import { z } from 'zod';
import { type Fault, refuse } from '../refusal.ts';
import { isStorable } from '../values/text.ts';
import { issueText } from './parse.ts';

export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: z.ZodType;
  readonly description: string;
}

export function readQuery(
  parameters: readonly Omit<QueryParameter, 'description'>[],
  searchParams: URLSearchParams,
) {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const { name, required, schema } of parameters) {
    const [text, ...repetitions] = searchParams.getAll(name);
    if (text === undefined) {
      if (required) faults.push(missingParameter(name, schema));
      continue;
    }
    const result = schema.safeParse(text, { error: issueText });
    if (repetitions.length > 0) faults.push({ path: name, text: 'must be sent only once' });
    else if (result.success) values[name] = result.data;
    else faults.push({ path: name, text: result.error.issues[0]?.message ?? 'is malformed' });
  }
  return { values, faults };
}

const missingParameter = (name: string, schema: z.ZodType): Fault => ({
  path: name,
  text: `the query parameter ${name} is required${allowedValues(schema)}`,
  reason: 'QUERY_PARAMETER_REQUIRED',
});

const allowedValues = (schema: z.ZodType): string =>
  schema instanceof z.ZodEnum ? `: ${schema.options.join(', ')}` : '';

/** Throws a 404 if PostgreSQL cannot store the id, because no resource can have that id. `field` is the name of the id. */
export function requireStorableId(field: string, id: string): void {
  if (isStorable(id)) return;
  throw refuse(field === 'authorisationId' ? 'SCA_NOT_FOUND' : 'RESOURCE_UNKNOWN', { path: field });
}

export function requireBody(bytes: Uint8Array | null): asserts bytes is Uint8Array {
  if (bytes === null)
    throw refuse('FORMAT_ERROR', { path: 'body', text: 'this operation requires a JSON body' });
}
