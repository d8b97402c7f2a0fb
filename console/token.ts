/** A pasted token is kept as long as the tab; the cookie of a session is not visible here. */
const place = 'psd2-bank.token';

export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

export function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, token);
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}
