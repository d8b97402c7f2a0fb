/** Returns the value if it is an object, otherwise an empty object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => record(inner)[name], value);
}

/** The list at the path; an empty list if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** null if there is no text at the path. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : null;
}
