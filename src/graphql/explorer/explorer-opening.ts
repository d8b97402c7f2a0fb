/**
 * What the explorer's page adds to GraphiQL: a token that survives a reload, the console's session, a notice when there is
 * neither, and a layout for narrow screens. The script must run before GraphiQL, which keeps a reference to `fetch` when it loads.
 */
import { changeHeader, sentByExplorer } from '../../browser/console-session.ts';
import { type Html, html } from '../../browser/html.ts';

/**
 * The key of the token in sessionStorage, which other tabs do not see and which ends with the tab. The console puts the token
 * there for which it has signed in (console/sign-ins.ts).
 */
const storageKey = 'psd2-bank.explorer';

/** As text in a page. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

interface OpeningTab {
  readonly title: string;
  readonly query: string;
  readonly variables: string;
}

/** A tab as GraphiQL keeps it. */
const storedTab = ({ title, query, variables }: OpeningTab) => ({
  id: title,
  title,
  query,
  variables,
  headers: null,
  operationName: title,
  response: null,
});

/**
 * Keeps the token and the open tab for reloads, opens with a tab per example, takes the used ticket out of the address, and
 * sends the token with every request that has none of its own. Without a token it sends the console's cookie, if `isSignedIn`,
 * and otherwise shows the notice.
 */
export const openingScript = (
  { token, isSignedIn }: { readonly token: string | null; readonly isSignedIn: boolean },
  tabs: readonly OpeningTab[],
): string => `
(() => {
  // The policy lets in styles with the page's nonce alone, and libraries make theirs without one.
  const { nonce } = document.currentScript;
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const made = create(name, options);
    if (String(name).toLowerCase() === 'style') made.nonce = nonce;
    return made;
  };
  let token = ${inScript(token)};
  try {
    if (token) sessionStorage.setItem('${storageKey}', token);
    else token = sessionStorage.getItem('${storageKey}');
  } catch {}
  try {
    // GraphiQL shows the first of its defaultTabs without its variables, so they are put where it restores them from.
    const first = { activeTabIndex: 0, tabs: ${inScript(tabs.map(storedTab))} };
    const state = JSON.parse(localStorage.getItem('graphiql:tabState')) ?? first;
    localStorage.setItem('graphiql:tabState', JSON.stringify(state));
    // GraphiQL restores the tab from these two, and opens an empty one otherwise.
    for (const part of ['query', 'variables'])
      localStorage.setItem('graphiql:' + part, state.tabs[state.activeTabIndex][part] ?? '');
  } catch {}
  const address = new URL(location.href);
  address.searchParams.delete('ticket');
  history.replaceState(null, '', address);
  document.getElementById('notice').hidden = Boolean(token) || ${isSignedIn};
  const send = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    const own = new URL(input?.url ?? input, location.href).origin === location.origin;
    let credentials = 'omit';
    if (own && !/^Bearer [\\w-]+$/.test(headers.get('authorization') ?? '')) {
      if (token) headers.set('authorization', 'Bearer ' + token);
      else if (${isSignedIn}) {
        headers.delete('authorization');
        headers.set('${changeHeader}', '${sentByExplorer}');
        credentials = 'same-origin';
      }
    }
    return send(input, { ...init, headers, credentials });
  };
})();
`;

/** Shown where nobody is signed in: the link was used before, or there was none. */
export function noticeOf(isUsed: boolean, tokenLine: string): Html {
  const why = isUsed ? 'This link has been used: it opens the explorer once.' : 'The explorer needs a token.';
  return html`<p id="notice" role="status" hidden>${why} <code>${tokenLine}</code> prints one: put it under
Headers behind <code>Bearer</code>. The next start of the service prints a new link.</p>`;
}

export const openingStyle = `
/* What GraphiQL keeps out of sight, below its edge, would make the page scroll. */
html, body { height: 100%; margin: 0; overflow: hidden; }
body, main { display: flex; flex-direction: column; }
main { flex: 1 1 0; min-height: 0; }
/* For those who hear the page: those who see it see what it is. */
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
#root { flex: 1 1 0; min-height: 0; }
#root .graphiql-container { width: 100%; height: 100%; }
#notice { margin: 0; padding: .75rem 1rem; background: #fff3dc; color: #4a2f00; font: 15px/1.5 system-ui, sans-serif; border-bottom: 1px solid #d9b36c; }
#notice code { font-family: ui-monospace, monospace; background: #ffffff; padding: .05em .3em; border-radius: .25em; overflow-wrap: anywhere; }
/* Tabs may be dragged, and one that is pressed jumps away before the click is over, so that it is not chosen. */
#root .graphiql-tab { transform: none !important; }
@media (max-width: 48rem) {
  #root .graphiql-sidebar { width: 44px; padding: 4px; }
  #root .graphiql-sidebar > button { width: 36px; }
  #root .graphiql-sessions { margin: 4px 4px 4px 0; }
  #root .graphiql-logo { display: none; }
  #root #graphiql-session { flex-direction: column; gap: 8px; overflow-y: auto; }
  #root #graphiql-session > div { width: 100% !important; min-width: 0; flex: 0 0 70vh !important; }
  #root #graphiql-session > div:last-child { flex-basis: 45vh !important; }
  #root #graphiql-session > .graphiql-horizontal-drag-bar { display: none; }
  #root .graphiql-query-editor { padding: 8px 4px; column-gap: 4px; }
}
`;
