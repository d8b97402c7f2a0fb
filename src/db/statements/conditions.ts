/** The conditions of a statement written by hand, and the values of its parameters: texts are few, whatever is asked. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  /** The place of a value in the statement. */
  place(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Adds a condition; each `?` in it is the place of the next value. */
  add(text: string, ...values: readonly unknown[]): void {
    let next = 0;
    this.#texts.push(text.replace(/\?/g, () => this.place(values[next++])));
  }

  /** Adds it when there is a value. */
  wanted(text: string, value: unknown): void {
    if (value != null) this.add(text, value);
  }

  /** Any of these values; one alone is an equality, which leaves the order to an index. */
  among(column: string, values: readonly unknown[] | null | undefined): void {
    if (values == null) return;
    if (values.length === 1) this.add(`${column} = ?`, values[0]);
    else this.add(`${column} = any(?)`, values);
  }

  get text(): string {
    return this.#texts.join(' and ');
  }
}
