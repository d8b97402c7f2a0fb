/** The sign-ins of this tab: the session of the link, which is a cookie that scripts cannot read, and pasted tokens. */

export interface SignIn {
  /** null: the session of the link. */
  readonly token: string | null;
  readonly tppId: string;
  readonly name: string;
}

export interface SignIns {
  readonly known: readonly SignIn[];
  /** null: the cookie is sent; undefined: not signed in. */
  readonly token: string | null | undefined;
}

/** Each TPP keeps only its newest sign-in. */
export function withViewer({ known, token }: SignIns, viewer: Omit<SignIn, 'token'>): SignIns {
  if (token === undefined) return { known, token };
  const others = known.filter((one) => one.token !== token && one.tppId !== viewer.tppId);
  return { known: [...others, { token, tppId: viewer.tppId, name: viewer.name }], token };
}

export function withoutActive({ known, token }: SignIns): SignIns {
  const others = known.filter((one) => one.token !== token);
  return { known: others, token: others.at(-1)?.token };
}

const storageKey = 'psd2-bank.sign-ins';
const explorerKey = 'psd2-bank.explorer';

export function storedSignIns(): SignIns {
  const hasNoSession = document.documentElement.dataset.signedOut !== undefined;
  const { known, token } = readStored() ?? { known: [], token: null };
  const usable = known.filter((one) => !(hasNoSession && one.token === null));
  if (typeof token === 'string' && !isOpenedByLink()) return { known: usable, token };
  return { known: usable, token: hasNoSession ? usable.at(-1)?.token : null };
}

/** A console link begins a session and redirects here. */
function isOpenedByLink(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' && navigation.redirectCount > 0;
}

function readStored(): SignIns | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    return text === null ? null : (JSON.parse(text) as SignIns);
  } catch {
    return null;
  }
}

export function storeSignIns(signIns: SignIns): void {
  try {
    const wasSignedIn = readStored()?.token !== undefined;
    sessionStorage.setItem(storageKey, JSON.stringify(signIns));
    if (typeof signIns.token === 'string') sessionStorage.setItem(explorerKey, signIns.token);
    // A console without a sign-in leaves the explorer the token of its own link.
    else if (signIns.token === null || wasSignedIn) sessionStorage.removeItem(explorerKey);
  } catch {
    // Without storage the browser asks again after a reload.
  }
}
