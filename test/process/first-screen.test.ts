import { describe, expect, it } from 'vitest';
import { renderFirstScreen } from '../../src/process/first-screen.ts';

const app = { issueTicket: async (page: string) => `ticket-of-${page}` };
const production = {
  host: '127.0.0.1',
  port: 4402,
  databaseUrl: 'postgres://psd2_service:secret@db.internal/psd2?sslmode=require',
  dataDir: '.data',
  signsOfProduction: null,
};
const screen = { url: 'https://bank.example', payCommand: 'npm run tpp -- pay', demo: null };
const lineOf = (text: string, start: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.slice(start.length)
    .trim();

describe('the first screen', () => {
  it('names the public address, the port and the PostgreSQL, without its user and password', async () => {
    const text = await renderFirstScreen(app, production, screen);
    expect(text).toContain('PSD2 bank is ready at https://bank.example\n');
    expect(lineOf(text, '  Listens')).toBe('on 127.0.0.1:4402');
    expect(lineOf(text, '  Data')).toBe('PostgreSQL db.internal:5432/psd2');
    expect(text).not.toMatch(/secret|psd2_service|ticket/);
  });

  it.each([
    ['postgres:///psd2?host=/run/postgresql', 'PostgreSQL /run/postgresql:5432/psd2'],
    ['postgres://[::1]:5433/psd2', 'PostgreSQL [::1]:5433/psd2'],
    ['postgres://a.example/psd2?host=b.example&port=6000', 'PostgreSQL b.example:6000/psd2'],
    ['', 'embedded PostgreSQL in .data'],
  ])('names the database of %o', async (databaseUrl, name) => {
    expect(lineOf(await renderFirstScreen(app, { ...production, databaseUrl }, screen), '  Data')).toBe(name);
  });

  it('writes an address of IPv6 in brackets', async () => {
    expect(lineOf(await renderFirstScreen(app, { ...production, host: '::1' }, screen), '  Listens')).toBe(
      'on [::1]:4402',
    );
  });

  it('warns only of a sandbox that looks like a bank', async () => {
    expect(await renderFirstScreen(app, production, screen)).not.toContain('Warning');
    expect(
      await renderFirstScreen(app, { ...production, signsOfProduction: 'HOST is 0.0.0.0' }, screen),
    ).toContain(
      '\n  Warning: this sandbox moves only play money, and shows its one-time codes to everybody.\n  SANDBOX is not set, but HOST is 0.0.0.0. Set',
    );
  });

  it('has a link of each page in a sandbox', async () => {
    const demo = { organizationIdentifier: 'PSDNO-FSA-1', certificatePath: 'a.pem', keyPath: 'a.key' };
    const text = await renderFirstScreen(app, production, { ...screen, demo });
    expect(text).toContain('https://bank.example/?ticket=ticket-of-CONSOLE\n');
    expect(text).toContain('https://bank.example/graphql?ticket=ticket-of-EXPLORER\n');
  });
});
