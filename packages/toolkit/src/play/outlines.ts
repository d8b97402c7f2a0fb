/**
 * The names of flows and scenarios, and who pays: all that a command line shows. Importing the products' rules,
 * which only running them needs, would take a third of the start of each command.
 */
import { scenarios } from '../../../../src/domain/bank/scenarios.ts';

export const paymentKinds = ['domestic', 'instant', 'cross-border', 'sepa', 'periodic', 'bulk'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export type FlowProduct = PaymentKind | 'basket';
export const flowProducts: readonly FlowProduct[] = [...paymentKinds, 'basket'];

/** The customer number of the owner of the examples' account. */
export const usualCustomer = '13039319955';

/** A scenario as the command line lists it. */
export interface ScenarioOutline {
  readonly name: string;
  /** The name of the creditor that selects it. */
  readonly creditorName: string;
  readonly description: string;
}

export const scenarioList: readonly ScenarioOutline[] = scenarios;

/** By its name, in any case, with dashes or underscores; null when there is none. */
export function scenarioNamed(name: string): ScenarioOutline | null {
  const scenarioName = name.toUpperCase().replaceAll('-', '_');
  return scenarios.find((one) => one.name === scenarioName) ?? null;
}
