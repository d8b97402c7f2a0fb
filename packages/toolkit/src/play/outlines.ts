/** Imports no product rules, because they would add a third to the time in which a command starts. */
import { scenarios } from '../../../../src/domain/bank/scenarios.ts';

export const paymentKinds = ['domestic', 'instant', 'cross-border', 'sepa', 'periodic', 'bulk'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export type FlowProduct = PaymentKind | 'basket';
export const flowProducts: readonly FlowProduct[] = [...paymentKinds, 'basket'];

export const usualCustomer = '13039319955';

export interface ScenarioOutline {
  readonly name: string;
  /** A creditor of this name selects the scenario. */
  readonly creditorName: string;
  readonly description: string;
}

export const scenarioList: readonly ScenarioOutline[] = scenarios;
