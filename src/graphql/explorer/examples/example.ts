/** An operation that the explorer opens with. What stands in <> is put in by the reader. */
export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
