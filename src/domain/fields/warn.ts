/** Finds warnings in values. Where to look depends only on the schema, so it is computed once for each schema. */
import { z } from 'zod';
import { messagesAtMost, type TppMessage, warning, withTotal } from '../refusal.ts';
import { boundedText } from '../values/text.ts';
import { writePath } from './path.ts';
import { warningsOf } from './shared.ts';

/** A path to values; null is the value itself. */
interface ValuePath {
  readonly above: ValuePath | null;
  readonly step: PropertyKey;
}

type Look = (value: unknown, at: ValuePath | null, warnings: Warnings) => void;

/** null: the schema never warns. */
const looks = new WeakMap<z.ZodType, Look | null>();

export function collectWarnings(schema: z.ZodType, value: unknown, warnings: Warnings): void {
  lookOf(schema)?.(value, null, warnings);
}

function lookOf(schema: z.ZodType): Look | null {
  const cachedLook = looks.get(schema);
  if (cachedLook !== undefined) return cachedLook;
  const look = withSuspicion(schema, insideOf(schema));
  looks.set(schema, look);
  return look;
}

function withSuspicion(schema: z.ZodType, inside: Look | null): Look | null {
  const suspicion = warningsOf.get(schema);
  if (suspicion === undefined) return inside;
  return (value, at, warnings) => {
    const warningText = suspicion.warn(value as never);
    if (warningText !== null) warnings.add(writePath([...stepsTo(at), ...(suspicion.at ?? [])]), warningText);
    inside?.(value, at, warnings);
  };
}

function insideOf(schema: z.ZodType): Look | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return lookOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return intoItems(lookOf(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, lookOf(field as z.ZodType)] as const,
  );
  return intoFields(new Map(fields));
}

/** The value has passed the schema: lists are lists, and objects are objects. */
function intoItems(look: Look | null): Look | null {
  if (look === null) return null;
  return (value, above, warnings) => {
    for (const [step, item] of (value as readonly unknown[]).entries()) look(item, { above, step }, warnings);
  };
}

function intoFields(fields: ReadonlyMap<string, Look | null>): Look {
  return (value, above, warnings) => {
    for (const [step, inside] of Object.entries(value as object)) {
      const look = fields.get(step);
      if (look === undefined) unknownProperty(step, above, warnings);
      else if (inside !== undefined) look?.(inside, { above, step }, warnings);
    }
  };
}

function unknownProperty(name: string, above: ValuePath | null, warnings: Warnings): void {
  warnings.add(
    writePath([...stepsTo(above), shownName(name)]),
    'is not a field of this operation and was ignored',
  );
}

function stepsTo(path: ValuePath | null): readonly PropertyKey[] {
  return path === null ? [] : [...stepsTo(path.above), path.step];
}

/** Warnings beyond the bound of a response are counted but not kept. */
export class Warnings {
  readonly #kept: TppMessage[] = [];
  #total = 0;

  add(path: string, text: string): void {
    this.#total += 1;
    if (this.#kept.length < messagesAtMost) this.#kept.push(warning(path, text));
  }

  get messages(): readonly TppMessage[] {
    return withTotal(this.#kept, this.#total, 'warnings');
  }
}

const nameAtMost = 70;

export const shownName = (name: string): string => boundedText(name, nameAtMost);
