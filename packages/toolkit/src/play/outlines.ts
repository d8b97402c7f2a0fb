/** This file imports no product rules, because with them a command would take a third longer to start. */
import { scenarios } from '../../../../src/domain/bank/scenarios.ts';

const paymentKinds = ['domestic', 'instant', 'cross-border', 'sepa', 'periodic', 'bulk'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export type FlowProduct = PaymentKind | 'basket';
export const flowProducts: readonly FlowProduct[] = [...paymentKinds, 'basket'];

/** Owns the account of the examples. */
export const usualCustomer = '13039319955';

export interface ScenarioOutline {
  readonly name: string;
  /** A creditor of this name selects the scenario. */
  readonly creditorName: string;
  readonly description: string;
}

export const scenarioList: readonly ScenarioOutline[] = scenarios;
