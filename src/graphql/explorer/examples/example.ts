/** An operation that the explorer opens with. The reader replaces what stands in <>. */
export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface ExampleMutation {
  readonly comment: string;
  /** What is asked of the payload besides its messages. */
  readonly asks: string;
  readonly links?: string;
  readonly input: unknown;
}

/** The example of a mutation, whose operation bears its name with a capital. */
export function mutation(field: string, { comment, asks, links, input }: ExampleMutation): Example {
  const name = field.charAt(0).toUpperCase() + field.slice(1);
  return {
    name,
    query: `# ${comment}
mutation ${name}($input: ${name}Input!) {
  ${field}(input: $input) {
    ${asks}
    tppMessages { category code path text }${links ? `\n    links { ${links} }` : ''}
  }
}`,
    variables: { input },
  };
}
