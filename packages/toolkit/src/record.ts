/** Empty if the value is not an object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** undefined: the path leads to nothing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) inner = record(inner)[name];
  return inner;
}

/** Empty if the path does not lead to a list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** null: the path does not lead to a text. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const text = at(value, ...path);
  return typeof text === 'string' ? text : null;
}
