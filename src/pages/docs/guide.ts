/** Pages of docs/*.md. Their HTML is not escaped, because the files belong to this service. A Content-Security-Policy blocks scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { type Html, html } from '../../browser/html.ts';
import { type StaticDocument, staticDocument } from '../../browser/static-document.ts';
import type { RequestHandler } from '../../http/message.ts';
import { packageFolder } from '../../package-folder.ts';
import { docsPage } from './frame.ts';

/** Files without a group are in the last group, "More". */
const namesByGroup: Readonly<Record<string, readonly string[]>> = {
  'First steps': ['tour', 'first-payment', 'signing', 'frontend', 'testing'],
  Tables: ['routes', 'headers', 'errors', 'statuses', 'scenarios', 'cards'],
  'In front of a bank': ['facade', 'core', 'iso20022', 'openid-connect'],
  Operation: ['operations', 'monitoring', 'scaling', 'performance'],
};

interface Group {
  readonly title: string;
  readonly names: readonly string[];
}

const folder = join(packageFolder, 'docs');
const readPage = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8');

export function createGuide(publicUrl: string): Readonly<Record<string, RequestHandler>> {
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []);
  names.sort();
  const guideGroups = groupsOf(names);
  const pages: Record<string, RequestHandler> = {
    '/docs/guide': staticDocument(() => indexPage(guideGroups)),
  };
  for (const name of names)
    pages[`/docs/guide/${name}`] = staticDocument(() => guidePage(name, names, guideGroups, publicUrl));
  return pages;
}

function groupsOf(names: readonly string[]): readonly Group[] {
  const namedGroups = Object.entries(namesByGroup).map(([title, members]) => ({
    title,
    names: members.filter((name) => names.includes(name)),
  }));
  const otherNames = names.filter((name) => !namedGroups.some((group) => group.names.includes(name)));
  return [...namedGroups, { title: 'More', names: otherNames }].filter((group) => group.names.length > 0);
}

const titleOf = (text: string): string => /^# (.*)/.exec(text)?.[1] ?? '';

function firstSentence(text: string): string {
  // A heading, a list, a table and a code block begin with other characters.
  const isParagraph = (part: string) => /^([A-Z]|`[^`])/.test(part);
  const paragraph = text.split('\n\n').find(isParagraph) ?? '';
  const [sentence = ''] = /^.*?\.(?=\s|$)/s.exec(paragraph) ?? [];
  const withoutLinks = sentence.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1');
  return withoutLinks.replace(/[`*]/g, '');
}

const menu = ({ title, names }: Group, current: string): Html =>
  html`<h2>${title}</h2><ul>${names.map((name) => html`<li><a href="${name}"${name === current && html` aria-current="page"`}>${titleOf(readPage(name))}</a></li>`)}</ul>`;

function indexPage(guideGroups: readonly Group[]): StaticDocument {
  const body = html`<main class="index"><h1>Guide</h1>
${guideGroups.map(
  ({ title, names }) =>
    html`<h2>${title}</h2><dl>${names.map((name) => {
      const text = readPage(name);
      return html`<div><dt><a href="guide/${name}">${titleOf(text)}</a></dt><dd>${firstSentence(text)}</dd></div>`;
    })}</dl>`,
)}</main>`;
  return docsPage({ title: 'Guide', root: '..', style, body });
}

function guidePage(
  name: string,
  names: readonly string[],
  guideGroups: readonly Group[],
  publicUrl: string,
): StaticDocument {
  const text = readPage(name);
  const links = guideGroups.map((group) => menu(group, name));
  const body = html`<div class="frame"><nav aria-label="Guide">${links}</nav><main></main></div>`;
  const page = docsPage({ title: titleOf(text), root: '../..', style, body });
  // After `docsPage`, because `html` would escape the HTML of the guide.
  return {
    ...page,
    text: page.text.replace('<main></main>', () => `<main>${toHtml(text, names, publicUrl)}</main>`),
  };
}

/** Links to files outside the guide become plain text. In blocks of code, the address of this service replaces http://localhost:4000. */
function toHtml(page: string, names: readonly string[], publicUrl: string): string {
  const markdown = new Marked();
  const usesOfIds = new Map<string, number>();
  markdown.use({
    walkTokens(token) {
      // A CI workflow, in YAML, starts a service of its own at this address.
      if (token.type === 'code' && token.lang !== 'yaml')
        token.text = token.text.replaceAll('http://localhost:4000', publicUrl);
    },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${idOf(text, usesOfIds)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        if (names.includes(name)) return `<a href="${name}${anchor}">${content}</a>`;
        return /^(https?:|#)/.test(href) ? `<a href="${href}">${content}</a>` : content;
      },
      image: ({ text: alternative }: Tokens.Image) => alternative,
    },
  });
  return wrapTables(markdown.parse(page, { async: false }));
}

/** The id of a heading as on GitHub, which adds a number if an earlier heading has the same id. */
function idOf(text: string, usesOfIds: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const earlierUses = usesOfIds.get(id) ?? 0;
  usesOfIds.set(id, earlierUses + 1);
  return earlierUses === 0 ? id : `${id}-${earlierUses}`;
}

/** Puts each table into a region that scrolls, also by keyboard. */
const wrapTables = (markup: string): string => {
  let count = 0;
  return markup
    .replaceAll('<table>', () => {
      count += 1;
      return `<div class="table" role="region" aria-label="Table ${count}" tabindex="0"><table>`;
    })
    .replaceAll('</table>', '</table></div>');
};

const style = html`
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 76rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.25rem 1rem; font-size: .88rem; }
nav h2 { font-size: .85rem; margin: 1rem 0 .2rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem 0; color: var(--ink); text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
nav [aria-current] { color: var(--link); font-weight: 650; }
main { min-width: 0; padding: 1.5rem 1.75rem 4rem; background: var(--card); overflow-wrap: break-word; }
main.index { max-width: 60rem; margin: 0 auto; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 1rem; }
main h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; }
main h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
dl { margin: 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 1rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
dd { margin: 0; color: var(--soft); }
code, pre { font: .85em/1.5 var(--mono); background: var(--page); border-radius: .3rem; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; white-space: pre-wrap; }
pre code { padding: 0; font-size: 1em; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; min-width: 7rem; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
@media (max-width: 52rem) { .frame { display: block; } nav { display: none; } main { padding: 1.25rem 1rem 3rem; } dl > div { grid-template-columns: 1fr; } }
`;
