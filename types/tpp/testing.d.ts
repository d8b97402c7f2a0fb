import { type Answer } from './send.js';
import type { Identity } from './sign.js';
export type { Answer } from './send.js';
export type { Identity } from './sign.js';
export interface BankOptions {
    /** Settings of the service as in .env.example, except PORT and DATA_DIR, which the bank of a test sets itself. */
    readonly settings?: Readonly<Record<string, string>>;
    /** Milliseconds until it must be ready; 60,000 when absent. */
    readonly readyWithinMs?: number;
}
/** The address of a bank, as JSON for the processes of a test runner; `joinBank` uses it. */
export interface BankAddress {
    readonly url: string;
    readonly dataDir: string;
}
export interface TestRequest {
    /** Sent as JSON unless it is a string. */
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}
/** A TPP of the sandbox, which signs its requests. */
export interface TestTpp {
    /** Its organizationIdentifier. */
    readonly tppId: string;
    /** Key and certificate, PEM, and their files. */
    readonly identity: Identity;
    readonly certificatePath: string;
    readonly keyPath: string;
    /** `path` begins with /v1. Resolves with the bank's answer, also for refusals. */
    request(method: string, path: string, request?: TestRequest): Promise<Answer>;
    /** The data of a GraphQL answer; throws an Error with the message where there is none. */
    graphql<Data = unknown>(query: string, variables?: unknown): Promise<Data>;
    /** Headers of a PSU with single SCA; the same PSU each time unless another is named. */
    psuHeaders(psuId?: string): Record<string, string>;
    /**
     * The PSU approves, or rejects, a payment or a basket by the path of its `self` link; resolves with the scaStatus.
     */
    authorise(path: string, outcome?: 'APPROVE' | 'REJECT'): Promise<string>;
    /** Moves the sandbox clock of this TPP forward by an ISO 8601 duration such as P1D. */
    advanceClock(by: string): Promise<void>;
}
export interface TestBank extends BankAddress {
    /** The demo TPP. */
    readonly demo: TestTpp;
    /** Another TPP, by any name; the same name is the same TPP. */
    tpp(name: string): Promise<TestTpp>;
    /** Ends the bank, if this process has started it, and deletes its data. */
    stop(): Promise<void>;
}
/** Starts a bank and resolves when it is ready. Throws an Error with its output when it does not start. */
export declare function startBank({ settings, readyWithinMs, }?: BankOptions): Promise<TestBank>;
/** A bank that another process has started: that of a runner's global setup, for its workers. */
export declare const joinBank: (address: BankAddress) => TestBank;
