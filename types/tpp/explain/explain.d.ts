import type { RequestToExplain } from './request.js';
export type { RequestToExplain } from './request.js';
export interface ExplainOptions {
    /** PEM texts of the CA certificates that the bank trusts. */
    readonly trustAnchors: readonly string[];
    /** Epoch milliseconds; now when absent. */
    readonly now?: number;
    readonly maxAgeSeconds?: number;
    /** Whether the bank is a sandbox; true when absent. */
    readonly sandbox?: boolean;
    /** Whether the command `certificate` makes certificates that it trusts; as `sandbox` when absent. */
    readonly issues?: boolean;
}
export interface ExplainedFault {
    readonly code: string;
    /** The faulty header, or null. */
    readonly header: string | null;
    /** What is wrong, and how to correct it. */
    readonly text: string;
}
export interface Explanation {
    /** Whether the bank would accept the request. */
    readonly valid: boolean;
    /** The signing string; null if it cannot be built. */
    readonly signingString: string | null;
    readonly faults: readonly ExplainedFault[];
}
/** The trust anchors cannot be used; the message is one line. */
export declare class TrustAnchorsError extends Error {
}
export declare function explainRequest(request: RequestToExplain, options: ExplainOptions): Explanation;
