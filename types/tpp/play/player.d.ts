/** Sends signed requests one after the other, records the steps, and stops at the first refusal. */
import { type Answer } from '../send.js';
import type { Identity } from '../sign.js';
import { type Step } from './psu.js';
export type { Step } from './psu.js';
/** The bank has refused a step. */
export declare class StoryError extends Error {
    readonly answer: Answer | null;
    constructor(message: string, answer?: Answer | null);
}
/** The sandbox has no customer of that number, or only one without an account to pay from. */
export declare class UnknownCustomerError extends Error {
}
export interface PlayerOptions {
    /** Address of the service, without a trailing slash. */
    readonly base: string;
    readonly identity: Identity;
    /** Called for each step. */
    readonly onStep?: (step: Step) => void;
}
export interface Player {
    readonly steps: readonly Step[];
    /** The answer, whatever its status; throws when the service cannot be reached. */
    ask(method: string, path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
    /** The answer, when it has this status; throws otherwise. */
    expect(status: number, ...request: Parameters<Player['ask']>): Promise<Answer>;
    graphql(query: string, variables?: Record<string, unknown>): Promise<unknown>;
    /** Lets the PSU go through the pages of a link of an answer. */
    visit(answer: Answer, customerNumber: string, outcome?: 'APPROVE' | 'REJECT'): Promise<void>;
}
export declare function createPlayer({ base, identity, onStep }: PlayerOptions): Player;
/** `HTTP 409 CONFLICT: …`, with the path of the first fault. */
export declare function toldBy({ status, json }: Answer): string;
/** The address of a link of an answer; throws when it is missing. */
export declare function linkOf(answer: Answer, name: string): string;
