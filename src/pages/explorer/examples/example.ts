/** An example in the explorer. The user replaces values such as `<paymentId>`. */
export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface ExampleMutation {
  readonly comment: string;
  /** Fields of the payload without `tppMessages` and `links`. */
  readonly selection: string;
  /** Fields of `links`. */
  readonly links?: string;
  readonly input: unknown;
}

export function mutation(field: string, { comment, selection, links, input }: ExampleMutation): Example {
  const name = field.charAt(0).toUpperCase() + field.slice(1);
  return {
    name,
    query: `# ${comment}
mutation ${name}($input: ${name}Input!) {
  ${field}(input: $input) {
    ${selection}
    tppMessages { category code path text }${links ? `\n    links { ${links} }` : ''}
  }
}`,
    variables: { input },
  };
}
