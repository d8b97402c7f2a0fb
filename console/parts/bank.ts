/** The page marks a service whose bank is not the simulated one, or that has no bank app. */

/** Customers, accounts and the clock belong to the simulated bank. */
const simulatedScreens: ReadonlySet<string> = new Set([
  'customers',
  'accounts',
  'cards',
  'time',
  'scenarios',
]);

export const hasUpstreamBank = (): boolean => document.documentElement.dataset.bank === 'upstream';

/** If not, PSUs approve at another bank or at an identity provider. */
export const hasBankApp = (): boolean => document.documentElement.dataset.bankApp !== 'no';

export const isOffered = (screen: string): boolean => !(hasUpstreamBank() && simulatedScreens.has(screen));
