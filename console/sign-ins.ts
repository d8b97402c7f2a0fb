/**
 * Sign-ins of this tab: the session of the link, pasted tokens, or both; one of them is active. They live as long as the
 * tab. The session is a cookie that this code cannot read. The explorer in the same tab uses the active sign-in.
 */

export interface SignIn {
  /** null: the session of the link. */
  readonly token: string | null;
  readonly tppId: string;
  readonly name: string;
}

export interface SignIns {
  /** In order of sign-in. */
  readonly known: readonly SignIn[];
  /** null: the cookie is sent; undefined: not signed in. */
  readonly token: string | null | undefined;
}

/** Keeps the newest sign-in of each TPP. */
export function met({ known, token }: SignIns, viewer: Omit<SignIn, 'token'>): SignIns {
  if (token === undefined) return { known, token };
  const others = known.filter((one) => one.token !== token && one.tppId !== viewer.tppId);
  return { known: [...others, { token, tppId: viewer.tppId, name: viewer.name }], token };
}

/** Removes the active sign-in; another becomes active. */
export function left({ known, token }: SignIns): SignIns {
  const others = known.filter((one) => one.token !== token);
  return { known: others, token: others.at(-1)?.token };
}

const place = 'psd2-bank.sign-ins';
/** The explorer reads its token from here. */
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
    // Without storage the browser asks again after a reload.
  }
}
