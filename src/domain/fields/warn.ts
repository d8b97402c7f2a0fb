/** Finds warnings in values. Where to look depends only on the schema, so it is computed once for each schema. */
import { z } from 'zod';
import { messagesAtMost, type TppMessage, warning, withTotal } from '../refusal.ts';
import { boundedText } from '../values/text.ts';
import { writePath } from './path.ts';
import { warningRegistry } from './shared.ts';

/** The path to a value, from its last step to the first. A null path is that of the whole input. */
interface ValuePath {
  readonly above: ValuePath | null;
  readonly step: PropertyKey;
}

type WarningSearch = (value: unknown, at: ValuePath | null, warnings: Warnings) => void;

/** The search of each schema, once it is computed. null: no value of the schema causes a warning. */
const searches = new WeakMap<z.ZodType, WarningSearch | null>();

export function collectWarnings(schema: z.ZodType, value: unknown, warnings: Warnings): void {
  searchOf(schema)?.(value, null, warnings);
}

function searchOf(schema: z.ZodType): WarningSearch | null {
  const cachedSearch = searches.get(schema);
  if (cachedSearch !== undefined) return cachedSearch;
  const search = withOwnWarning(schema, searchInside(schema));
  searches.set(schema, search);
  return search;
}

function withOwnWarning(schema: z.ZodType, innerSearch: WarningSearch | null): WarningSearch | null {
  const ownWarning = warningRegistry.get(schema);
  if (ownWarning === undefined) return innerSearch;
  return (value, at, warnings) => {
    const warningText = ownWarning.warn(value as never);
    if (warningText !== null)
      warnings.add(writePath([...stepsTo(at), ...(ownWarning.field ?? [])]), warningText);
    innerSearch?.(value, at, warnings);
  };
}

function searchInside(schema: z.ZodType): WarningSearch | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return searchOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return searchOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodDiscriminatedUnion) return searchOption(schema);
  if (schema instanceof z.ZodArray) return searchItems(searchOf(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, searchOf(field as z.ZodType)] as const,
  );
  return searchFields(new Map(fields));
}

/** The value has passed the schema: lists are lists, and objects are objects. */
function searchItems(search: WarningSearch | null): WarningSearch | null {
  if (search === null) return null;
  return (value, above, warnings) => {
    for (const [step, item] of (value as readonly unknown[]).entries())
      search(item, { above, step }, warnings);
  };
}

function searchOption({ options, def }: z.ZodDiscriminatedUnion): WarningSearch {
  const entries = options.flatMap((option) =>
    [...(option._zod.propValues?.[def.discriminator] ?? [])].map(
      (value) => [value, searchOf(option as z.ZodType)] as const,
    ),
  );
  const searchByValue = new Map<unknown, WarningSearch | null>(entries);
  return (value, at, warnings) =>
    searchByValue.get(Reflect.get(value as object, def.discriminator))?.(value, at, warnings);
}

function searchFields(fields: ReadonlyMap<string, WarningSearch | null>): WarningSearch {
  return (value, above, warnings) => {
    for (const [step, field] of Object.entries(value as object)) {
      const search = fields.get(step);
      if (search === undefined) warnUnknown(step, above, warnings);
      else if (field !== undefined) search?.(field, { above, step }, warnings);
    }
  };
}

function warnUnknown(name: string, above: ValuePath | null, warnings: Warnings): void {
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
