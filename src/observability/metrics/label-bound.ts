/** Passes on the first `valuesAtMost` values of a label and turns all others into `other`, so that its series cannot fill the memory. */
export function labelBound(valuesAtMost: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.size < valuesAtMost) values.add(value);
    return values.has(value) ? value : 'other';
  };
}
