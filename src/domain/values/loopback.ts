/** `hostname` as `URL` formats it. Plain http is no risk on this machine itself. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
