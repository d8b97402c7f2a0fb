import { html } from '../../browser/html.ts';

export const style = html`
.frame { display: grid; grid-template-columns: 18rem minmax(0, 1fr); max-width: 88rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.25rem 1rem; font-size: .85rem; }
nav h2 { font-size: .85rem; margin: 1rem 0 .2rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: grid; grid-template-columns: 3.8rem 1fr; padding: .15rem 0; color: var(--ink); text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
.method { font: 700 .72rem/1.7 var(--mono); color: var(--soft); }
form label { display: block; font-weight: 600; }
form input { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .35rem; padding: .4rem .55rem; }
#found { color: var(--soft); }
[hidden] { display: none !important; }
main { min-width: 0; padding: 1.5rem 1.75rem 4rem; background: var(--card); }
main > p { max-width: 50rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 1rem; }
main > h2 { font-size: 1.3rem; margin: 2rem 0 .5rem; }
main > p code { font: .85em var(--mono); background: var(--page); padding: .1em .3em; border-radius: .3rem; }
#operations .wrapper { padding: 0; max-width: none; }
/* When a search finds nothing, swagger-ui says here that the specification is empty. */
#operations .swagger-ui > h3 { display: none; }
#operations .opblock-tag { color: var(--ink); font-size: 1.15rem; padding: .6rem 0; gap: 0 .8rem; flex-wrap: wrap; }
#operations .opblock-tag small, #operations .opblock-tag small p { padding: 0; color: var(--soft); }
#operations .opblock { margin: 0 0 .5rem; background: var(--page); border: 1px solid var(--line); box-shadow: none; }
#operations .opblock .opblock-summary { border-color: var(--line); }
#operations .opblock .opblock-summary-method { min-width: 4.2rem; padding: .3rem 0; font-size: .75rem; background: var(--method, #4d5b69); color: #fff; }
#operations .opblock-get { --method: #0b5cad; } #operations .opblock-post { --method: #17713a; }
#operations .opblock-put { --method: #8a5a00; } #operations .opblock-delete { --method: #b3261e; }
#operations .opblock-summary-path { font-size: .85rem; overflow-wrap: anywhere; }
#operations .opblock-summary-description { color: var(--soft); }
#operations .opblock-section-header { background: var(--card); box-shadow: none; }
#operations .opblock-section-header h4 span, #operations .opblock-section-header h4 { color: var(--ink); }
#operations .opblock .tab-header .tab-item.active h4 span::after { background: var(--link); }
#operations :is(p, label, td, th, h4, h5, small, .parameter__in, .parameter__type, .json-schema-2020-12-expand-deep-button) { color: var(--ink); }
#operations .parameters-col_name { min-width: 8.5rem; padding-right: .8rem; }
#operations .parameter__name { font-size: .9rem; overflow-wrap: break-word; color: var(--ink); }
#operations .parameter__name.required::after { position: static; }
#operations .parameters-col_description { font-size: .9rem; }
#operations :is(.response-control-media-type, .response-control-examples__title) { display: none; }
#operations .json-schema-2020-12__constraint { background: #6b4a00; color: #fff; font-size: .72rem; overflow-wrap: anywhere; }
#operations .json-schema-2020-12 { max-width: 100%; }
#operations .response-col_links { display: none; }
#operations .sample { padding: 0 20px .6rem; }
#operations .sample h4 { margin: .6rem 0 .3rem; font-size: .85rem; }
#operations pre { margin: 0; padding: .7rem .9rem; font: .82rem/1.5 var(--mono); white-space: pre-wrap !important; overflow-wrap: anywhere; overflow: visible !important; color: var(--ink); background: var(--card); }
#operations pre code { color: inherit; background: none; padding: 0; }
#operations .sample pre { user-select: all; border-left: 3px solid var(--link); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 56rem) { .frame { display: block; } nav { position: static; padding: 1rem 1rem .5rem; } nav section { display: none; } main { padding: 1rem; }
  #operations .opblock-body table :is(tr, td) { display: block; } #operations .opblock-body thead { display: none; } #operations .opblock-body td { width: auto; max-width: none; padding: .15rem 0; } }
`;
