import { demoTpp } from '../../packages/toolkit/src/files.ts';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { databaseAddress } from './database-address.ts';

export interface Screen {
  readonly url: string;
  /** The command that signs and sends the first payment. */
  readonly payCommand: string;
  /** The demo TPP of a sandbox; null: this is not a sandbox. */
  readonly demo: {
    readonly organizationIdentifier: string;
    readonly certificatePath: string;
    readonly keyPath: string;
  } | null;
}

export async function renderFirstScreen(
  app: Pick<App, 'issueTicket'>,
  settings: Pick<Config, 'host' | 'port' | 'databaseUrl' | 'dataDir' | 'signsOfProduction'>,
  { url, payCommand, demo }: Screen,
): Promise<string> {
  const { host, port, databaseUrl, dataDir, signsOfProduction } = settings;
  const lines = [
    '',
    `  PSD2 bank is ready at ${url}`,
    `  REST     ${url}/v1`,
    `  GraphQL  ${url}/graphql`,
    `  Listens  on ${host.includes(':') ? `[${host}]` : host}:${port}`,
    `  Data     ${databaseUrl ? `PostgreSQL ${databaseAddress(databaseUrl)}` : `embedded PostgreSQL in ${dataDir}`}`,
  ];
  if (signsOfProduction !== null) {
    lines.push(
      '',
      '  Warning: this sandbox moves only play money, and shows its one-time codes to everybody.',
      `  SANDBOX is not set, but ${signsOfProduction}. Set SANDBOX=false for a bank, or SANDBOX=true for a sandbox.`,
    );
  }
  if (demo) {
    lines.push(
      '',
      ...(await linkLines(app, url)),
      '',
      `  Demo TPP ${demo.organizationIdentifier}`,
      `    certificate  ${demo.certificatePath}`,
      `    private key  ${demo.keyPath}`,
      '',
      '  Sign and send the first payment from another terminal:',
      '',
      `    ${payCommand}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Links that open the console and the explorer as the demo TPP. */
async function linkLines(app: Pick<App, 'issueTicket'>, url: string): Promise<readonly string[]> {
  const { organizationIdentifier: tppId, organizationName: name, roles } = demoTpp;
  const caller = { tppId, name, roles };
  return [
    `  Console (this link works once):   ${url}/?ticket=${await app.issueTicket('CONSOLE', caller)}`,
    `  Explorer (this link works once):  ${url}/graphql?ticket=${await app.issueTicket('EXPLORER', caller)}`,
  ];
}
