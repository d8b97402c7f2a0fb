import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { consoleInBrowser, desk } from './support.ts';

const shown = 'PSDNO-FSA-TEST1';

describe.skipIf(chromiumPath === undefined)('the explorer of a signed-in console', () => {
  const at = consoleInBrowser();

  async function openExplorer(page: Page): Promise<Readonly<Record<string, string>>> {
    const question = page.waitForRequest((request) => (request.postData() ?? '').includes('__schema'));
    await page.getByRole('link', { name: 'GraphQL explorer' }).click();
    const headers = await (await question).allHeaders();
    await page.locator('.graphiql-execute-button').waitFor();
    return headers;
  }
  const ask = (page: Page, query: string, headers = {}) =>
    page.evaluate(
      async ([body, more]) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body };
        return (await fetch('/graphql', init)).text();
      },
      [JSON.stringify({ query }), headers] as const,
    );
  const tokenOf = async (tppId: string) => {
    const made = await at.stage.bank
      .tpp(tppId)
      .graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    return made.data.createConsoleToken.token as string;
  };

  it('reads and writes by the session of the link, whose secret is hidden from scripts', async () => {
    const visit = await at.stage.visit(at.browser, desk);
    at.context = visit.context;
    const { page } = visit;
    await page.locator('.side .who').getByText(shown, { exact: true }).waitFor();
    const headers = await openExplorer(page);
    expect(headers).not.toHaveProperty('authorization');
    expect(await page.locator('#notice').isVisible()).toBe(false);
    expect(await ask(page, '{ viewer { tppId } }')).toContain(shown);
    expect(await ask(page, 'mutation { initialiseSandbox { customers { customerNumber } } }')).toContain(
      '13039319955',
    );
    await page.reload();
    await page.locator('.graphiql-execute-button').waitFor();
    expect(await ask(page, '{ viewer { tppId } }')).toContain(shown);
    // A token under Headers wins, and the session is left out.
    const other = { authorization: `Bearer ${await tokenOf('PSDNO-FSA-OTHER')}` };
    expect(await ask(page, '{ viewer { tppId } }', other)).toContain('PSDNO-FSA-OTHER');
  });

  it('logs its requests as its own TPP, without pushing out those of the console', async () => {
    const visit = await at.stage.visit(at.browser, desk);
    at.context = visit.context;
    await openExplorer(visit.page);
    await ask(visit.page, 'query FromTheExplorer { viewer { tppId } }');
    const log = await at.stage.tpp.graphqlRaw(
      '{ requestLog(first: 20, filter: { fromConsole: false }) { nodes { operationName } } }',
    );
    expect(log.data.requestLog.nodes).toContainEqual({ operationName: 'FromTheExplorer' });
  });

  it('acts as the TPP whose token the console shows, and holds no token after the sign-out', async () => {
    at.context = await at.browser.newContext({ locale: 'en-GB', ...desk });
    const page = await at.context.newPage();
    await page.goto(at.stage.base);
    const token = await tokenOf('PSDNO-FSA-OTHER');
    await page.getByLabel('Console token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.side .who').getByText('PSDNO-FSA-OTHER', { exact: true }).waitFor();
    expect((await openExplorer(page)).authorization).toBe(`Bearer ${token}`);
    expect(await page.locator('#notice').isVisible()).toBe(false);
    await page.goBack();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${at.stage.base}/graphql`);
    await page.locator('#notice').waitFor();
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(token);
  });

  it('refuses a token in the quotes of a text, and takes the token without them', async () => {
    at.context = await at.browser.newContext({ locale: 'en-GB', ...desk });
    const page = await at.context.newPage();
    await page.goto(at.stage.base);
    const token = await tokenOf('PSDNO-FSA-OTHER');
    for (const pasted of [`“${token}”`, 'x'.repeat(20_000), token]) {
      await page.getByLabel('Console token').fill(pasted);
      await page.getByRole('button', { name: 'Sign in' }).click();
      if (pasted !== token)
        await page.getByRole('alert').getByText('does not recognise this token').waitFor();
    }
    await page.locator('.side .who').getByText('PSDNO-FSA-OTHER', { exact: true }).waitFor();
  });

  it('keeps the token of its link beside a console without a sign-in', async () => {
    at.context = await at.browser.newContext({ locale: 'en-GB', ...desk });
    const page = await at.context.newPage();
    const whom = { tppId: 'PSDNO-FSA-OTHER', name: 'Other AS', roles: null };
    await page.goto(
      `${at.stage.base}/graphql?ticket=${await at.stage.bank.app.issueTicket('EXPLORER', whom)}`,
    );
    await page.locator('.graphiql-execute-button').waitFor();
    await page.goto(at.stage.base);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${at.stage.base}/graphql`);
    await page.locator('.graphiql-execute-button').waitFor();
    expect(await page.locator('#notice').isVisible()).toBe(false);
  });

  it('needs a token when there is no session', async () => {
    at.context = await at.browser.newContext(desk);
    const page = await at.context.newPage();
    await page.goto(`${at.stage.base}/graphql`);
    await page.locator('#notice').getByText('The explorer needs a token.').waitFor();
  });
});
