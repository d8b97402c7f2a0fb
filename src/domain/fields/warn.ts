/**
 * Warnings for a value that has passed its schema: unknown properties, and values that their schema finds suspicious. What
 * there is to look for follows from the schema alone and is found out once.
 */
import { z } from 'zod';
import { shownName, type Warnings } from '../warnings.ts';
import { writePath } from './path.ts';
import { warningsOf } from './shared.ts';
import { isObject } from './text.ts';

/** A place in a value: a step below another place; null is the value itself. */
interface Place {
  readonly above: Place | null;
  readonly step: PropertyKey;
}

type Look = (value: unknown, at: Place | null, warnings: Warnings) => void;

const nothing: Look = () => undefined;
const looks = new WeakMap<z.ZodType, Look>();

export function collectWarnings(schema: z.ZodType, value: unknown, warnings: Warnings): void {
  lookOf(schema)(value, null, warnings);
}

function lookOf(schema: z.ZodType): Look {
  const known = looks.get(schema);
  if (known) return known;
  const made = withSuspicion(schema, insideOf(schema));
  looks.set(schema, made);
  return made;
}

function withSuspicion(schema: z.ZodType, inside: Look): Look {
  const suspicion = warningsOf.get(schema);
  if (suspicion === undefined) return inside;
  return (value, at, warnings) => {
    const found = suspicion.warn(value as never);
    if (found !== null) warnings.add(writePath([...stepsTo(at), ...(suspicion.at ?? [])]), found);
    inside(value, at, warnings);
  };
}

function insideOf(schema: z.ZodType): Look {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return lookOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return intoItems(lookOf(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return nothing;
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, lookOf(field as z.ZodType)] as const,
  );
  return intoFields(new Map(fields));
}

function intoItems(look: Look): Look {
  if (look === nothing) return nothing;
  return (value, above, warnings) => {
    if (!Array.isArray(value)) return;
    for (const [step, item] of value.entries()) look(item, { above, step }, warnings);
  };
}

function intoFields(fields: ReadonlyMap<string, Look>): Look {
  return (value, above, warnings) => {
    if (!isObject(value)) return;
    for (const step of Object.keys(value)) {
      const look = fields.get(step);
      if (look === undefined) unknownProperty(step, above, warnings);
      else if (look !== nothing && value[step] !== undefined) look(value[step], { above, step }, warnings);
    }
  };
}

function unknownProperty(name: string, above: Place | null, warnings: Warnings): void {
  warnings.add(
    writePath([...stepsTo(above), shownName(name)]),
    'is not a property of this operation and was ignored',
  );
}

function stepsTo(place: Place | null): readonly PropertyKey[] {
  return place === null ? [] : [...stepsTo(place.above), place.step];
}
