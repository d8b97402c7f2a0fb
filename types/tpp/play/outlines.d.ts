export declare const paymentKinds: readonly ["domestic", "instant", "cross-border", "sepa", "periodic", "bulk"];
export type PaymentKind = (typeof paymentKinds)[number];
export type FlowProduct = PaymentKind | 'basket';
export declare const flowProducts: readonly FlowProduct[];
/** The customer number of the owner of the examples' account. */
export declare const usualCustomer = "13039319955";
/** A scenario as the command line lists it. */
export interface ScenarioOutline {
    readonly name: string;
    /** The name of the creditor that selects it. */
    readonly creditorName: string;
    readonly description: string;
}
export declare const scenarioList: readonly ScenarioOutline[];
/** By its name, in any case, with dashes or underscores; null when there is none. */
export declare function scenarioNamed(name: string): ScenarioOutline | null;
