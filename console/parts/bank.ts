/** Where the bank is: the page says so where it is not the simulated one, which has customers, accounts and a clock. */

/** Screens of what the simulated bank has: no payment sees it where another bank carries payments out. */
const simulatedScreens: ReadonlySet<string> = new Set([
  'customers',
  'accounts',
  'cards',
  'time',
  'scenarios',
]);

export const bankElsewhere = (): boolean => document.documentElement.dataset.bank === 'elsewhere';

export const isOffered = (screen: string): boolean => !(bankElsewhere() && simulatedScreens.has(screen));
