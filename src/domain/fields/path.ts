/** Formats a path in a body as messages show it: `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** The keys of a formatted path: `payments`, `2`, `instructedAmount`, `amount`. */
export const readPath = (text: string): readonly string[] =>
  text.split(/[.[\]]+/).filter((key) => key !== '');
