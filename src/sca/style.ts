/** For screens from 320 px. Text has a contrast of at least 4.5 to 1 (WCAG AA). */
import { hash } from 'node:crypto';

export const style = `:root {
  color-scheme: light dark;
  --ground: #f2f4f6; --card: #ffffff; --text: #17212b; --soft: #4d5b69; --line: #c9d1d9; --edge: #74818e;
  --bank: #0b3d4f; --bank-text: #ffffff; --action: #0b5c7a; --action-over: #084a63; --action-text: #ffffff;
  --focus: #b25e00; --bad: #a3161f; --bad-ground: #fdecec; --good: #0d5c38; --good-ground: #e5f5ec;
  --warn: #6b4400; --warn-ground: #fff3dc; --calm-ground: #e9eef2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10171d; --card: #19222a; --text: #e8edf1; --soft: #a9b6c2; --line: #35424e; --edge: #7e8d9b;
    --bank: #0a2530; --bank-text: #e8edf1; --action: #7cc7e3; --action-over: #a3daf0; --action-text: #06202b;
    --focus: #ffb454; --bad: #ffb3b0; --bad-ground: #43191c; --good: #9be0bb; --good-ground: #123524;
    --warn: #ffd591; --warn-ground: #3d2c0c; --calm-ground: #232e38;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); }
.column { width: 100%; max-width: 38rem; margin: 0 auto; padding: 0 1.25rem; }
header { background: var(--bank); color: var(--bank-text); }
header .column { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .75rem; min-height: 3.5rem; }
header nav { margin-left: auto; }
header a { color: inherit; display: inline-block; padding: .625rem 0 .625rem .75rem; }
.bank { font-weight: 650; letter-spacing: .01em; }
.badge { font-size: .8125rem; border: 1px solid currentColor; border-radius: 1rem; padding: .05rem .65rem; }
main.column { flex: 1 0 auto; background: var(--card); padding-top: 1.5rem; padding-bottom: 2rem; }
footer { color: var(--soft); font-size: .875rem; padding: .75rem 0; }
footer p { margin: 0; }
@media (min-width: 40rem) {
  main.column { flex: 0 0 auto; margin-top: 2rem; margin-bottom: .5rem; padding: 2rem 2.25rem 2.25rem; border: 1px solid var(--line); border-radius: .5rem; }
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; font-weight: 650; }
h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: 0 0 1rem; }
bdi, dd, .choice { overflow-wrap: anywhere; }
.lead { color: var(--soft); }
.hint { color: var(--soft); font-size: .875rem; margin: .375rem 0 0; }
dl { margin: 0 0 1.25rem; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 550; }
dl.emphasised { border: 1px solid var(--line); border-radius: .5rem; background: var(--ground); padding: .25rem 1rem; }
dl.emphasised > div { display: block; padding: .5rem 0; }
dl.emphasised > div:last-child { border-bottom: 0; }
dl.emphasised dt { font-size: .875rem; }
dl.emphasised dd { font-size: 1.125rem; font-weight: 700; }
dl.emphasised > div:first-child .amount, dl.emphasised ul .amount { font-size: clamp(1.25rem, 6vw, 1.75rem); line-height: 1.25; white-space: normal; }
.references { max-height: 12rem; overflow-y: auto; }
dd ul { list-style: none; margin: 0; padding: 0; }
.amount, .account { font-variant-numeric: tabular-nums; }
.amount { white-space: nowrap; font-weight: 700; }
details { margin: 0 0 1.25rem; }
summary { cursor: pointer; color: var(--action); font-weight: 600; padding: .25rem 0; }
.entries { max-height: min(32rem, 70vh); overflow-y: auto; margin: .5rem 0 1rem; }
.entries ol { margin: 0; padding-left: 2.75rem; }
.entries li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.entry { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.entry > .who { font-weight: 550; }
.entry > .rest { flex: 1 0 100%; color: var(--soft); font-size: .875rem; }
@media (max-width: 26rem) {
  dl > div { grid-template-columns: 1fr; }
  dt { font-size: .875rem; }
}
.status, .warning, .note, .error { border-left: .25rem solid currentColor; border-radius: .25rem; padding: .625rem .875rem; }
.status.good { color: var(--good); background: var(--good-ground); }
.status.bad, .error { color: var(--bad); background: var(--bad-ground); }
.warning { color: var(--warn); background: var(--warn-ground); font-weight: 600; }
.status.calm, .note { color: var(--text); background: var(--calm-ground); }
.error { margin: .25rem 0 .5rem; font-weight: 600; }
.sandbox-code { display: block; color: var(--text); }
.sandbox-code strong { font-size: 1.125rem; letter-spacing: .08em; font-variant-numeric: tabular-nums; }
.field { margin: 0 0 1.25rem; }
.field label { display: block; font-weight: 600; margin: 0 0 .375rem; }
input[type=text], select { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: .375rem; padding: .625rem .75rem; min-height: 3rem; }
input.code { letter-spacing: .15em; font-variant-numeric: tabular-nums; max-width: 14rem; }
input[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; }
legend { padding: 0; margin: 0 0 .75rem; }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 3rem; padding: .5rem .875rem; margin: 0 0 .5rem; border: 1px solid var(--edge); border-radius: .375rem; cursor: pointer; }
.choice:has(:checked) { border-color: var(--action); box-shadow: inset 0 0 0 1px var(--action); }
.choice .hint { display: block; margin: 0; }
input[type=radio] { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--action); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
button, .button { font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; min-height: 3rem; padding: .625rem 1.5rem; border: 1px solid transparent; border-radius: .375rem; background: var(--action); color: var(--action-text); }
button:hover, .button:hover { background: var(--action-over); }
button.plain { background: transparent; color: var(--text); border-color: var(--edge); }
button.plain:hover { background: var(--calm-ground); }
.customer-choices { margin: 0 0 1.5rem; padding: 0 0 1.25rem; border-bottom: 1px solid var(--line); }
.customer-choices p { color: var(--soft); margin: 0 0 .75rem; }
.customer-choices a { color: var(--action); }
button.choice { width: 100%; justify-content: space-between; flex-wrap: wrap; gap: 0 .75rem; text-align: left; font-weight: 550; background: transparent; color: var(--text); border-color: var(--edge); }
button.choice:hover { background: var(--calm-ground); }
button.choice .hint { font-variant-numeric: tabular-nums; }
button.choice .owns { flex: 1 1 100%; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (max-width: 26rem) {
  .buttons > * { flex: 1 1 100%; }
}
@media (forced-colors: active) {
  button, .button { border-color: currentColor; }
}
`;

/** Part of the URL of the style, because browsers cache each URL permanently. */
export const styleVersion = hash('sha256', style, 'base64url').slice(0, 10);
