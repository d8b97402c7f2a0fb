/** Formats a path in a body as messages show it: `payments[2].instructedAmount.amount`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`;
    return written === '' ? String(step) : `${written}.${String(step)}`;
  }, '');
}

/** The steps of a formatted path: `payments`, `2`, `instructedAmount`, `amount`. */
export const readPath = (path: string): readonly string[] =>
  path.split(/[.[\]]+/).filter((step) => step !== '');
