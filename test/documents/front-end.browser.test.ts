/**
 * The page of docs/frontend.md in a project from the Vite template: codegen and the compiler accept it, and it works in
 * a browser.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { leaveBrowser, takeBrowser } from '../support/chromium.ts';
import { type Listening, listenOn } from '../support/listen.ts';
import { authorise, newPayment } from '../support/story.ts';
import { type ClientName, clients, fileOf, filesOf, makeProjects, page, typeFaults } from './front-end.ts';
import { blocks } from './markdown.ts';

const projects = makeProjects();
let generated: string;
beforeAll(() => {
  generated = projects.generate(fileOf('codegen.ts'));
});
afterAll(() => projects.remove());

describe('the page in a project of Vite', () => {
  it('codegen takes its configuration and its documents', () => {
    expect(generated).toBe('');
  });

  it.each(clients)('%s: the compiler finds nothing', (client) => {
    expect(typeFaults(projects.folderOf(client))).toBe('');
  });

  it.each(clients)('%s: its imports are installed, with the peers they need', (client) => {
    const lines = blocks(page, 'sh').flatMap((block) => block.split('\n'));
    const [, packages = ''] =
      new RegExp(`^npm install (.*?) +# for ${client}$`, 'm').exec(lines.join('\n')) ?? [];
    const imported = filesOf(client)
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap(({ text }) => [...text.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name));
    const peers = client === 'Apollo' ? ['rxjs', 'graphql'] : ['graphql'];
    expect(['react', ...packages.split(' ')].sort()).toEqual([...new Set([...imported, ...peers])].sort());
  });
});

describe.each(clients)('the page in a browser: %s', (client) => {
  let bank: Bank;
  let tpp: Tpp;
  let service: Listening;
  let files: Server;
  let shown: Page;

  beforeAll(async () => {
    bank = await startBank();
    tpp = bank.tpp();
    service = await listenOn(bank.replica().app);
    const { data } = await tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    const address = fileOf('src/bank.ts')
      .replace(/\$\{import\.meta\.env\.VITE_BANK_URL\}/, `http://127.0.0.1:${service.port}`)
      .replace(/\$\{import\.meta\.env\.VITE_BANK_TOKEN\}/, data.createConsoleToken.token);
    projects.put(client, 'src/bank.ts', address);
    const html = `<div id="root"></div><script type="module">${await bundle(client)}</script>`;
    files = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
    await once(files.listen(0, 'localhost'), 'listening');
    shown = await (await takeBrowser()).newPage();
  });
  afterAll(async () => {
    await leaveBrowser();
    files.close();
    await service.stop(1_000);
    await bank.stop();
  });

  beforeEach(async () => {
    await shown.clock.install();
    await shown.goto(`http://localhost:${(files.address() as AddressInfo).port}`);
    await is('live');
  });

  const rows = () => shown.locator('tbody tr').allInnerTexts();
  const is = (state: string) =>
    shown
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${state}`) })
      .waitFor();
  const pay = () => {
    bank.time.now += 1_000;
    return shown.getByRole('button', { name: 'Pay' }).click();
  };
  const paidElsewhere = (creditorName: string) => {
    bank.time.now += 1_000;
    return newPayment(tpp, { creditorName });
  };

  it('lists payments, makes one, and follows its status', async () => {
    await paidElsewhere('Per Hansen');
    await expect.poll(rows).toEqual([expect.stringMatching(/^Per Hansen\s.*RCVD$/)]);

    await pay();
    await expect
      .poll(rows)
      .toEqual([expect.stringMatching(/^Kari Nordmann\s125\.50 NOK\sRCVD$/), expect.anything()]);
    const approval = shown.getByRole('link', { name: 'Approve at the bank' });
    expect(await approval.getAttribute('href')).toContain('/sca/');
    const { data } = await tpp.graphqlRaw('{ payments(first: 1) { nodes { links { self { href } } } } }');
    await authorise(tpp, `${data.payments.nodes[0].links.self.href}/authorisations`);
    await expect.poll(rows).toEqual([expect.stringMatching(/ACSC$/), expect.anything()]);

    await shown.reload();
    await expect.poll(rows).toEqual([expect.stringMatching(/ACSC$/), expect.stringMatching(/^Per Hansen/)]);
  });

  it('shows why a payment is refused, and keeps the typed values', async () => {
    await shown.getByLabel('Account').fill('86011117948');
    await pay();
    const said = shown.getByRole('alert');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/^creditorAccount\.bban: /);
    expect(await shown.getByLabel('Account').inputValue()).toBe('86011117948');
  });

  it('reads again after the stream was down', async () => {
    const { port } = service;
    await service.stop(0);
    await is('not live');
    await paidElsewhere('Made Meanwhile');
    await pay();
    await shown.getByRole('alert').waitFor();
    service = await listenOn(bank.replica().app, port);
    await shown.clock.fastForward(2_000);
    await is('live');
    await expect.poll(async () => (await rows())[0]).toMatch(/^Made Meanwhile/);
  });
});

async function bundle(client: ClientName): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(projects.folderOf(client), 'src/main.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"', 'globalThis.__DEV__': 'true' },
  });
  return outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
}
