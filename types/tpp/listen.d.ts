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
    /** Called when the stream is open: from now on nothing is missed. */
    readonly onListening?: () => void;
    /** Called once when the service cannot be reached any more. */
    readonly onLost?: () => void;
    /** For how long to retry when the service is not reachable. */
    readonly retryForMs?: number;
}
/** Yields each new status once. Throws an UnreachableError when the service stays unreachable. */
export declare function listen(options: ListenOptions): AsyncGenerator<StatusNews>;
export { ListenRefused };
