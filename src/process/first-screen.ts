export interface FirstScreen {
  readonly url: string;
  readonly database: string;
  readonly payLine: string;
  /** Each ticket opens its page once: the console with a session, the explorer with a token. */
  readonly tickets: { readonly console: string; readonly explorer: string } | null;
  /** Why this sandbox may be unintended; null: it is intended, or this is not a sandbox. */
  readonly unasked: string | null;
  readonly demo: {
    readonly organizationIdentifier: string;
    readonly certificatePath: string;
    readonly keyPath: string;
  } | null;
}

export function firstScreen({ url, database, demo, tickets, payLine, unasked }: FirstScreen): string {
  const lines = [
    '',
    `  PSD2 bank is ready at ${url}`,
    `  REST     ${url}/v1`,
    `  GraphQL  ${url}/graphql`,
    `  Data     ${database}`,
  ];
  if (unasked !== null) {
    lines.push(
      '',
      '  Warning: this is a sandbox: it moves only play money and shows its one-time codes to everybody.',
      `  SANDBOX is not set, but ${unasked}. Set SANDBOX=false for a bank, or SANDBOX=true for a sandbox.`,
    );
  }
  if (tickets) {
    lines.push(
      '',
      `  Console (this link works once):   ${url}/?ticket=${tickets.console}`,
      `  Explorer (this link works once):  ${url}/graphql?ticket=${tickets.explorer}`,
    );
  }
  if (demo) {
    lines.push(
      '',
      `  Demo TPP ${demo.organizationIdentifier}`,
      `    certificate  ${demo.certificatePath}`,
      `    private key  ${demo.keyPath}`,
      '',
      '  Sign and send the first payment from another terminal:',
      '',
      `    ${payLine}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
