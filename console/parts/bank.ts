/** The page says which bank is behind the service, and whether it has a bank app. */

const accountScreens: ReadonlySet<string> = new Set(['customers', 'accounts', 'cards']);
const bankScreens: ReadonlySet<string> = new Set(['time', 'scenarios']);

export const hasUpstreamBank = (): boolean => document.documentElement.dataset.bank === 'upstream';

/** If not, payments use the accounts of another bank or of a core system. */
export const hasOwnAccounts = (): boolean => (document.documentElement.dataset.bank ?? 'own') === 'own';

/** A core system reports each entry of a bulk payment, also when the payment keeps its status. */
export const reportsEntriesAlone = (): boolean => document.documentElement.dataset.bank === 'core';

/** If not, PSUs approve at another bank or at an identity provider. */
export const hasBankApp = (): boolean => document.documentElement.dataset.bankApp !== 'no';

export const isOffered = (screen: string): boolean =>
  !(accountScreens.has(screen) && !hasOwnAccounts()) && !(bankScreens.has(screen) && hasUpstreamBank());
