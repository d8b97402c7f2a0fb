/** Formats a path in a body as messages show it: `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

/** The steps of a formatted path: `payments`, `2`, `instructedAmount`, `amount`. */
export const readPath = (text: string): readonly string[] =>
  text.split(/[.[\]]+/).filter((step) => step !== '');
