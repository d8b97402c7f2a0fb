/**
 * What `listen` reads besides the stream: the payments at the beginning, and all of them after the stream was lost.
 */
import type { Identity } from './sign.js';
/** The bank does not let this TPP listen, or knows no such payment. */
export declare class ListenRefused extends Error {
}
export interface Snapshot {
    /** The time of the TPP. */
    readonly clock: string;
    /** The one payment, or the newest hundred, the oldest of them first. */
    readonly payments: readonly unknown[];
}
/** The service and the TPP whose payments are read. */
export interface Source {
    /** Address of the service, without a trailing slash. */
    readonly base: string;
    readonly identity: Identity;
    /** All payments of the TPP when absent. */
    readonly paymentId?: string;
    /** Ends it. */
    readonly signal?: AbortSignal;
}
export declare const historyFields = "{ paymentId statusHistory { at from to } }";
export declare function readNewest(options: Source): Promise<Snapshot>;
/** Every payment, oldest first and a page at a time, or only the one. */
export declare function readAll(options: Source): AsyncGenerator<readonly unknown[]>;
export declare function faultIn(text: string): string;
