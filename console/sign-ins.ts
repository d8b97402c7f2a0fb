/**
 * Who has signed in, in this tab: by the link that the start prints, by pasted tokens, or both. One of them is shown. They
 * are kept as long as the tab; the link's session is a cookie, of which nothing is visible here. The explorer, opened in the
 * same tab, acts for the one that is shown.
 */

export interface SignIn {
  /** null: the session of the link. */
  readonly token: string | null;
  readonly tppId: string;
  readonly name: string;
}

export interface SignIns {
  /** Those whom the bank knows, in the order in which they came. */
  readonly known: readonly SignIn[];
  /** The token that is sent; null: none, but the cookie; undefined: nobody is signed in. */
  readonly token: string | null | undefined;
}

/** After somebody has been answered as this TPP; of one TPP the newest sign-in is kept. */
export function met({ known, token }: SignIns, viewer: Omit<SignIn, 'token'>): SignIns {
  if (token === undefined) return { known, token };
  const others = known.filter((one) => one.token !== token && one.tppId !== viewer.tppId);
  return { known: [...others, { token, tppId: viewer.tppId, name: viewer.name }], token };
}

/** Without the one that is shown; another takes its place. */
export function left({ known, token }: SignIns): SignIns {
  const others = known.filter((one) => one.token !== token);
  return { known: others, token: others.at(-1)?.token };
}

const place = 'psd2-bank.sign-ins';
/** Where the explorer's page looks for its token; without one it acts by the session. */
const placeOfExplorer = 'psd2-bank.explorer';

export function keptSignIns(): SignIns {
  const noSession = document.documentElement.dataset.signedOut !== undefined;
  const { known, token } = kept() ?? { known: [], token: null };
  const there = known.filter((one) => !(noSession && one.token === null));
  if (typeof token === 'string') return { known: there, token };
  return { known: there, token: noSession ? there.at(-1)?.token : null };
}

function kept(): SignIns | null {
  try {
    const text = sessionStorage.getItem(place);
    return text === null ? null : (JSON.parse(text) as SignIns);
  } catch {
    return null;
  }
}

export function keepSignIns(signIns: SignIns): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(signIns));
    if (typeof signIns.token === 'string') sessionStorage.setItem(placeOfExplorer, signIns.token);
    else sessionStorage.removeItem(placeOfExplorer);
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}
