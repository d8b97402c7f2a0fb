/** Finds warnings in values. The search function of a schema is made once, and kept in `searches`. */
import { z } from 'zod';
import { messagesAtMost, type TppMessage, warning, withTotal } from '../refusal.ts';
import { boundedText } from '../values/text.ts';
import { writePath } from './path.ts';
import { warningRegistry } from './shared.ts';

/** null: the whole input. */
type ValuePath = { readonly parent: ValuePath; readonly key: PropertyKey } | null;

/** The value has passed the schema, so a search may cast it to the type of the schema. */
type WarningSearch = (value: unknown, path: ValuePath, warnings: Warnings) => void;

/** null: no value of the schema causes a warning. */
const searches = new WeakMap<z.ZodType, WarningSearch | null>();

export function collectWarnings(schema: z.ZodType, value: unknown, warnings: Warnings): void {
  searchOf(schema)?.(value, null, warnings);
}

function searchOf(schema: z.ZodType): WarningSearch | null {
  const cachedSearch = searches.get(schema);
  if (cachedSearch !== undefined) return cachedSearch;
  const search = withOwnWarning(schema, searchOfParts(schema));
  searches.set(schema, search);
  return search;
}

function withOwnWarning(schema: z.ZodType, innerSearch: WarningSearch | null): WarningSearch | null {
  const ownWarning = warningRegistry.get(schema);
  if (ownWarning === undefined) return innerSearch;
  return (value, path, warnings) => {
    const warningText = ownWarning.warn(value as never);
    if (warningText !== null)
      warnings.add(() => writePath([...keysOf(path), ...(ownWarning.path ?? [])]), warningText);
    innerSearch?.(value, path, warnings);
  };
}

function searchOfParts(schema: z.ZodType): WarningSearch | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return searchOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return searchOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodDiscriminatedUnion) return searchOfOption(schema);
  if (schema instanceof z.ZodArray) return searchOfItems(searchOf(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, searchOf(field as z.ZodType)] as const,
  );
  return searchOfFields(new Map(fields));
}

function searchOfItems(search: WarningSearch | null): WarningSearch | null {
  if (search === null) return null;
  return (value, parent, warnings) => {
    for (const [index, item] of (value as readonly unknown[]).entries())
      search(item, { parent, key: index }, warnings);
  };
}

function searchOfOption({ options, def }: z.ZodDiscriminatedUnion): WarningSearch {
  const entries = options.flatMap((option) =>
    [...(option._zod.propValues?.[def.discriminator] ?? [])].map(
      (value) => [value, searchOf(option as z.ZodType)] as const,
    ),
  );
  const searchByValue = new Map<unknown, WarningSearch | null>(entries);
  return (value, path, warnings) =>
    searchByValue.get(Reflect.get(value as object, def.discriminator))?.(value, path, warnings);
}

function searchOfFields(searchByName: ReadonlyMap<string, WarningSearch | null>): WarningSearch {
  return (value, parent, warnings) => {
    // An optional body may be null.
    const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
    // Object.entries takes three times as long for an object with thousands of unknown fields.
    for (const name of Object.keys(fields)) {
      const search = searchByName.get(name);
      if (search === undefined) warnOfUnknownField(name, parent, warnings);
      else if (fields[name] !== undefined) search?.(fields[name], { parent, key: name }, warnings);
    }
  };
}

function warnOfUnknownField(name: string, parent: ValuePath, warnings: Warnings): void {
  warnings.add(
    () => writePath([...keysOf(parent), shownName(name)]),
    'is not a field of this operation and was ignored',
  );
}

function keysOf(path: ValuePath): readonly PropertyKey[] {
  return path === null ? [] : [...keysOf(path.parent), path.key];
}

/** Warnings for which the response has no room are only counted. */
export class Warnings {
  readonly #messages: TppMessage[] = [];
  #total = 0;

  /** `pathOf` is called only if the response has room. */
  add(pathOf: () => string, text: string): void {
    this.#total += 1;
    if (this.#messages.length < messagesAtMost) this.#messages.push(warning(pathOf(), text));
  }

  get messages(): readonly TppMessage[] {
    return withTotal(this.#messages, this.#total, 'warnings');
  }
}

const nameAtMost = 70;

export const shownName = (name: string): string => boundedText(name, nameAtMost);
