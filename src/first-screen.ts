/** What a start prints: where the service is, where the demo keys lie, and what to copy for the first signed payment. */
export interface FirstScreen {
  readonly url: string;
  readonly database: string;
  /** Opens the explorer once with a token filled in. */
  readonly ticket: string | null;
  readonly demo: {
    readonly organizationIdentifier: string;
    readonly certificatePath: string;
    readonly keyPath: string;
  } | null;
}

export function firstScreen({ url, database, demo, ticket }: FirstScreen): string {
  const lines = [
    '',
    `  PSD2 bank is ready at ${url}`,
    `  REST     ${url}/v1`,
    `  GraphQL  ${url}/graphql`,
    `  Data     ${database}`,
  ];
  if (ticket) lines.push('', `  Explorer, with a token filled in, once:  ${url}/graphql?ticket=${ticket}`);
  if (demo) {
    lines.push(
      '',
      `  Demo TPP ${demo.organizationIdentifier}`,
      `    certificate  ${demo.certificatePath}`,
      `    private key  ${demo.keyPath}`,
      '',
      '  Sign and send the first payment from another terminal:',
      '',
      `    npm run tpp -- pay${url === 'http://localhost:4000' ? '' : ` --url ${url}`}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
