/** Writes `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** Without brackets: `payments`, `2`, `instructedAmount`, `amount`. */
export const readPath = (text: string): readonly string[] =>
  text.split(/[.[\]]+/).filter((key) => key !== '');
