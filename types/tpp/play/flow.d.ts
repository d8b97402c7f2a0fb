import { type PaymentKind } from './bodies.js';
import { type PlayerOptions, type Step } from './player.js';
export type FlowProduct = PaymentKind | 'basket';
export declare const flowProducts: readonly FlowProduct[];
export interface FlowOptions extends PlayerOptions {
    readonly product: FlowProduct;
    readonly outcome?: 'APPROVE' | 'REJECT';
    /** Who logs in and signs, by customer number; else the owner of the account of the examples. */
    readonly customerNumber?: string;
}
export interface Flow {
    /** The payment, or the basket. */
    readonly id: string;
    readonly transactionStatus: string;
    readonly steps: readonly Step[];
}
export declare const usualCustomer = "13039319955";
export declare function playFlow(options: FlowOptions): Promise<Flow>;
/** The sandbox has no customer of that number, or none that can pay. */
export declare class UnknownCustomerError extends Error {
}
