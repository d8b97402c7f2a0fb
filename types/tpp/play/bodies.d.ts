export declare const paymentKinds: readonly ["domestic", "instant", "cross-border", "sepa", "periodic", "bulk"];
export type PaymentKind = (typeof paymentKinds)[number];
export interface Debtor {
    readonly bban: string;
    readonly iban: string;
    readonly currency: string;
}
export interface Choices {
    /** Whose account pays; the owner of the example's when absent. */
    readonly debtor?: Debtor;
    readonly creditorName?: string;
    /** First day of a periodic payment. */
    readonly startDate?: string;
}
export declare function pathOf(kind: PaymentKind): string;
/** A body that the bank takes, with a message of its own, so that it is no duplicate. */
export declare function bodyOf(kind: PaymentKind, choices?: Choices): Readonly<Record<string, unknown>>;
