/** Looks at a page with axe in Chromium: every rule that it has, best practices too; answers what it finds. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line for each finding: the rule, and where. `except` are parts that somebody else draws, by selector. */
export async function findings(page: Page, except: readonly string[] = []): Promise<readonly string[]> {
  // By the debugger: the policy of a page lets no script of its own run. A screen within the same page has it already.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source);
  // Described are the findings alone: of a long page the descriptions of all that is right take longer than the rules.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ include: document, exclude: ${JSON.stringify(except.map((part) => [part]))} }, { resultTypes: ['violations'] })
      .then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
