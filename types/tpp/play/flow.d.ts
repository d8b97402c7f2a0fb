import { type FlowProduct } from './outlines.js';
import { type PlayerOptions, type Step } from './player.js';
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
export declare function playFlow(options: FlowOptions): Promise<Flow>;
