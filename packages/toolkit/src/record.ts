/** The value as an object; an empty one for anything else. For answers of unknown shape. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The value at a path of field names, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => record(inner)[name], value);
}

/** The list at a path; an empty one when the value is not a list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** The string at a path; null when the value is not a string. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : null;
}
