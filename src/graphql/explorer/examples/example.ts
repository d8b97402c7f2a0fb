/** An operation that the explorer opens with. The reader replaces what stands in <>. */
export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
