import { ListenRefused, type Source } from './listen-reading.js';
export interface StatusNews {
    /** By the clock of the TPP. */
    readonly at: string;
    readonly paymentId: string;
    /** null for a creation. */
    readonly from: string | null;
    readonly to: string;
}
export interface ListenOptions extends Source {
    /** Called when the bank is watching: from now on nothing is missed. */
    readonly onListening?: () => void;
    /** Called once when the service cannot be reached any more. */
    readonly onLost?: () => void;
    /** For how long a service that has gone away is tried again. */
    readonly retryForMs?: number;
}
/** Yields each new status once. Throws an UnreachableError when the service stays away. */
export declare function listen(options: ListenOptions): AsyncGenerator<StatusNews>;
export { ListenRefused };
