/** Finds on a page in Chromium what breaks a rule of axe, best practices included, and controls that something covers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { looksOf, takeLook } from './chromium.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const debuggers = new WeakMap<Page, CDPSession>();

/**
 * Through the debugger: the policy of a page blocks other scripts. As a script rather than through `page.evaluate`,
 * whose text is compiled anew for each page.
 */
async function bring(page: Page): Promise<void> {
  const asked = debuggers.get(page) ?? (await page.context().newCDPSession(page));
  debuggers.set(page, asked);
  const { exceptionDetails } = await asked.send('Runtime.evaluate', { expression: source });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}

/** Controls whose middle another element covers, so that nobody can click them. */
const coveredControls = `[...document.querySelectorAll('a[href], button:enabled:not(.skip), input:enabled, select:enabled, textarea, summary')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .flatMap((control) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = control.getClientRects();
    if (box === undefined || box.width <= 1 || box.height <= 1) return [];
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    // Outside of the screen, or below an open menu or dialog.
    if (top === null || top.closest('dialog, [role$=dialog], [role=menu], [role=listbox], [popover], .backdrop')) return [];
    if ([control, ...(control.labels ?? [])].some((element) => element.contains(top))) return [];
    return ['covered: ' + control.outerHTML.slice(0, 60) + ' by ' + top.outerHTML.slice(0, 100)];
  })`;

export async function findings(page: Page, except: readonly string[] = []): Promise<readonly string[]> {
  // A screen within the same page has it already.
  if (!(await page.evaluate(`'axe' in window`))) await bring(page);
  // Only findings get descriptions: on a long page all descriptions take longer than the rules.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ include: document, exclude: ${JSON.stringify(except.map((part) => [part]))} }, { resultTypes: ['violations'] })
      .then(({ violations }) => violations)`,
  );
  const scrolled = await page.evaluate(() => window.scrollY);
  // The excepted parts are of others.
  const covered = except.length === 0 ? await page.evaluate<string[]>(coveredControls) : [];
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scrolled);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ...covered,
  ];
}

/** The brightness of the background, from 0 to 255. */
const brightness = `Math.max(...getComputedStyle(document.querySelector('.graphiql-container') ?? document.body)
  .backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number))`;

/** In the looks for this page number: no findings, the dark look is dark, and nothing overflows the screen. */
export async function expectWellLooking(
  page: Page,
  index: number,
  except: readonly string[] = [],
): Promise<void> {
  for (const look of looksOf(index)) {
    await takeLook(page, look);
    const { colorScheme } = look;
    const isDark = (await page.evaluate<number>(brightness)) < 100;
    expect(isDark, 'it is dark in the dark').toBe(colorScheme === 'dark');
    expect(await findings(page, except), colorScheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
}
