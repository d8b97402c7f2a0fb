/** The page marks a service whose bank is not the simulated one. */

/** Customers, accounts and the clock belong to the simulated bank. */
const simulatedScreens: ReadonlySet<string> = new Set([
  'customers',
  'accounts',
  'cards',
  'time',
  'scenarios',
]);

export const hasUpstreamBank = (): boolean => document.documentElement.dataset.bank === 'upstream';

export const isOffered = (screen: string): boolean => !(hasUpstreamBank() && simulatedScreens.has(screen));
