/**
 * Signs a request, sends it and collects the answer, whatever its status. Redirects are not followed: a signature is
 * valid for one request only.
 */
import { type Identity, type SignOptions, type Unsigned } from './sign.js';
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    /** The body as JSON, undefined when it is none. */
    readonly json: unknown;
}
/** The service cannot be reached; the message is one line. */
export declare class UnreachableError extends Error {
}
export declare const send: (request: Unsigned, identity: Identity, options?: SignOptions) => Promise<Answer>;
/** Sends a request under the headers that were signed for it. */
export declare function sendSigned(request: Unsigned, headers: Headers): Promise<Answer>;
/**
 * Whether the service there is a sandbox, which alone has a return page. True when the service cannot be reached:
 * the request itself will report it.
 */
export declare function isSandbox(base: string): Promise<boolean>;
