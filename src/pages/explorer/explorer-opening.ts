/** The page around GraphiQL. Its script replaces `fetch` before GraphiQL loads, because GraphiQL stores a reference while it loads. */
import { consoleHeader, explorerHeaderValue } from '../../browser/console-session.ts';
import { type Html, html } from '../../browser/html.ts';

/** The console uses this key of sessionStorage too (console/sign-ins.ts). */
const tokenKey = 'psd2-bank.explorer';
const chosenExampleKey = 'psd2-bank.example';

/** JSON as an expression of a script. It cannot end the script element, because it contains no `<`. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export interface PageExample {
  readonly title: string;
  readonly query: string;
  readonly variables: string;
}

/** The format in which GraphiQL stores a tab. */
const storedTab = ({ title, query, variables }: PageExample) => ({
  id: title,
  title,
  query,
  variables,
  headers: null,
  operationName: title,
  response: null,
});

/**
 * Adds the token to requests, opens the examples, and removes the used ticket from the address.
 * Without a token, requests use the session of the console.
 */
export const openingScript = (
  { token, isSignedIn }: { readonly token: string | null; readonly isSignedIn: boolean },
  examples: readonly PageExample[],
  examplesWithTab: readonly string[],
): string => `
(() => {
  // The policy allows only styles with the nonce of the page, which libraries do not set.
  const { nonce } = document.currentScript;
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (String(name).toLowerCase() === 'style') element.nonce = nonce;
    return element;
  };
  let token = ${inScript(token)};
  // Browsers may forbid the page to store anything.
  try {
    if (token) sessionStorage.setItem('${tokenKey}', token);
    else token = sessionStorage.getItem('${tokenKey}');
  } catch {}
  try {
    // GraphiQL drops the variables of its first default tab, so the tabs go into its storage.
    const examples = ${inScript(examples.map(storedTab))};
    const initialState = { activeTabIndex: 0, tabs: examples.filter(({ id }) => ${inScript(examplesWithTab)}.includes(id)) };
    const state = JSON.parse(localStorage.getItem('graphiql:tabState')) ?? initialState;
    // GraphiQL may write its tabs until the page is unloaded, so a chosen example opens after a reload.
    const chosenExample = examples.find(({ id }) => id === sessionStorage.getItem('${chosenExampleKey}'));
    sessionStorage.removeItem('${chosenExampleKey}');
    if (chosenExample) {
      const index = state.tabs.findIndex(({ id }) => id === chosenExample.id);
      if (index < 0) state.tabs.push(chosenExample);
      state.activeTabIndex = index < 0 ? state.tabs.length - 1 : index;
    }
    localStorage.setItem('graphiql:tabState', JSON.stringify(state));
    // Without this query and these variables, GraphiQL opens an empty tab.
    for (const part of ['query', 'variables'])
      localStorage.setItem('graphiql:' + part, state.tabs[state.activeTabIndex][part] ?? '');
    document.getElementById('example').addEventListener('change', ({ target }) => {
      sessionStorage.setItem('${chosenExampleKey}', target.value);
      location.reload();
    });
  } catch {}
  const address = new URL(location.href);
  address.searchParams.delete('ticket');
  history.replaceState(null, '', address);
  document.getElementById('notice').hidden = Boolean(token) || ${isSignedIn};
  const send = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    const isSameOrigin = new URL(input?.url ?? input, location.href).origin === location.origin;
    let credentials = 'omit';
    // The headers of a tab may contain a token. The placeholder <token> does not count.
    const hasOwnToken = /^Bearer [\\w-]+$/.test(headers.get('authorization') ?? '');
    if (isSameOrigin && !hasOwnToken) {
      if (token) headers.set('authorization', 'Bearer ' + token);
      else if (${isSignedIn}) {
        headers.delete('authorization');
        headers.set('${consoleHeader}', '${explorerHeaderValue}');
        credentials = 'same-origin';
      }
    }
    return send(input, { ...init, headers, credentials });
  };
})();
`;

export const exampleList = (names: readonly string[]): Html =>
  html`<p id="examples"><label>Examples <select id="example"><option value="">Open an example …</option>${names.map((name) => html`<option>${name}</option>`)}</select></label></p>`;

export function noticeOf(isTicketUnusable: boolean, tokenCommand: string): Html {
  const reason = isTicketUnusable
    ? 'This link has been used or has expired. A link opens the explorer only once.'
    : 'The explorer needs a token.';
  return html`<p id="notice" role="status" hidden>${reason} To get a token, run <code>${tokenCommand}</code>.
Under Headers, put the token after <code>Bearer</code>. A restart of the service prints a new link.</p>`;
}

export const openingStyle = `
/* GraphiQL has invisible parts below its edge, to which the page would scroll without overflow: hidden. */
html, body { height: 100%; margin: 0; overflow: hidden; }
body, main { display: flex; flex-direction: column; }
main { flex: 1 1 0; min-height: 0; }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
#root { flex: 1 1 0; min-height: 0; }
#root .graphiql-container { width: 100%; height: 100%; }
#notice { margin: 0; padding: .75rem 1rem; background: #fff3dc; color: #4a2f00; font: 15px/1.5 system-ui, sans-serif; border-bottom: 1px solid #d9b36c; }
#notice code { font-family: ui-monospace, monospace; background: #ffffff; padding: .05em .3em; border-radius: .25em; overflow-wrap: anywhere; }
/* A pressed tab can be dragged and moves away before the click ends, so the click would miss it. */
#root .graphiql-tab { transform: none !important; }
#root .graphiql-logo { display: none; }
#examples { margin: 0; padding: .375rem 1rem; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#ffffff, hsl(219 29% 18%)); color: CanvasText; color-scheme: light dark; }
/* The theme that a person chooses in GraphiQL. */
.graphiql-light #examples { color-scheme: light; }
.graphiql-dark #examples { color-scheme: dark; }
#examples select { font: inherit; max-width: 100%; }
@media (max-width: 48rem) {
  #root .graphiql-sidebar { width: 44px; padding: 4px; }
  #root .graphiql-sidebar > button { width: 36px; }
  #root .graphiql-sessions { margin: 4px 4px 4px 0; }
  #root #graphiql-session { flex-direction: column; gap: 8px; overflow-y: auto; }
  #root #graphiql-session > div { width: 100% !important; min-width: 0; flex: 0 0 70vh !important; }
  #root #graphiql-session > div:last-child { flex-basis: 45vh !important; }
  #root #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
  #root .graphiql-query-editor { padding: 8px 4px; column-gap: 4px; }
}
`;
