/** The style sheet of /docs: light and dark by the reader's setting, readable on a phone, nothing from the network. */
import { html } from '../../http/messages/html.ts';

export const style = html`
:root { color-scheme: light dark; --ink: light-dark(#1a2129, #e4e9ee); --dim: light-dark(#566370, #9aa7b4);
  --page: light-dark(#f7f8fa, #12171c); --card: light-dark(#fff, #1a2128); --line: light-dark(#d9dfe5, #313b45);
  --code: light-dark(#eef1f4, #232c35); --link: light-dark(#0b5cad, #7cb7f0);
  --get: light-dark(#0b5cad, #7cb7f0); --post: light-dark(#17713a, #6fce92); --put: light-dark(#8a5a00, #e2b25a);
  --delete: light-dark(#b3261e, #f2938c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem; font-size: .85rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li a { display: grid; grid-template-columns: 3.6rem 1fr; padding: .12rem 0; overflow-wrap: anywhere; }
nav a { color: var(--ink); text-decoration: none; }
nav a:hover, nav a:focus-visible { color: var(--link); text-decoration: underline; }
nav h2 { font-size: .85rem; margin: 0 0 .3rem; border: 0; padding: 0; }
nav h2 a { color: var(--dim); }
main { padding: 1.5rem 1.25rem 5rem; min-width: 0; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h3[id], h4 { font-size: .95rem; margin: 1.4rem 0 .4rem; }
a { color: var(--link); }
details.op { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; }
[hidden] { display: none !important; }
form[role=search] { margin: 0 0 1.25rem; }
form[role=search] label { display: block; font-weight: 600; margin: 0 0 .2rem; }
form[role=search] input { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--dim); border-radius: .35rem; padding: .4rem .55rem; }
#found { color: var(--dim); }
details.op > summary { cursor: pointer; padding: .7rem .9rem; list-style-position: outside; margin-left: 1.1rem; }
details.op > summary h3 { display: inline; font-size: 1rem; font-weight: 600; }
details.op > div { padding: 0 1rem 1.1rem; border-top: 1px solid var(--line); }
summary .path { display: block; font-family: ui-monospace, monospace; font-size: .82rem; color: var(--dim); overflow-wrap: anywhere; }
.m { display: inline-block; min-width: 3.4rem; font: 700 .72rem/1.5 ui-monospace, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .82rem; background: var(--code); border-radius: .3rem; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: .7rem .9rem; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
pre.copy { user-select: all; border-left: 3px solid var(--link); }
table { border-collapse: collapse; table-layout: fixed; width: 100%; font-size: .88rem; }
th:nth-child(1) { width: 34%; }
th:nth-child(2) { width: 18%; }
th, td { overflow-wrap: anywhere; text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--dim); white-space: nowrap; }
.dim { color: var(--dim); font-size: .88rem; }
.must { color: var(--delete); font-weight: 600; }
details.more > summary { cursor: pointer; color: var(--link); font-size: .9rem; margin-top: .5rem; }
@media (max-width: 52rem) {
  .frame { display: block; }
  nav { position: static; max-height: none; padding: 1rem 1rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
  nav ul { display: none; }
  nav h2 a { color: var(--link); }
  main { padding: 1rem; }
  thead { display: none; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .45rem 0; }
  td { display: block; border: 0; padding: .05rem 0; }
}
`;
