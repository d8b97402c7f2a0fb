/** Writes `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}

/** Without brackets: `payments`, `2`, `instructedAmount`, `amount`. */
export const readPath = (text: string): readonly string[] =>
  text.split(/[.[\]]+/).filter((key) => key !== '');
