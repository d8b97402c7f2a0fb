import { type Identity } from './sign.js';
export interface StatusNews {
    /** By the clock of the TPP. */
    readonly at: string;
    readonly paymentId: string;
    /** null for a creation. */
    readonly from: string | null;
    readonly to: string;
}
export interface ListenOptions {
    /** Address of the service, without a trailing slash. */
    readonly base: string;
    readonly identity: Identity;
    /** All payments of the TPP when absent. */
    readonly paymentId?: string;
    /** Ends it. */
    readonly signal?: AbortSignal;
    /** Told when the bank is watching: from now on nothing is missed. */
    readonly onListening?: () => void;
    /** Told once when the service has gone away. */
    readonly onLost?: () => void;
    /** For how long a service that has gone away is tried again. */
    readonly retryForMs?: number;
}
/** The bank does not let this TPP listen, or knows no such payment. */
export declare class ListenRefused extends Error {
}
/** Yields each new status once. Throws an UnreachableError when the service stays away. */
export declare function listen(options: ListenOptions): AsyncGenerator<StatusNews>;
