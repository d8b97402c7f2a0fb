import type { PaymentKind } from '../play/outlines.js';
import { type Answer } from '../send.js';
import { type Identity, type SignOptions } from '../sign.js';
/** Fields to replace; null removes one. Dots separate nested fields. */
export type Changes = Readonly<Record<string, unknown>>;
export interface Ask {
    /** Headers to replace before signing; null removes one. */
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly body?: unknown;
    /** A raw body instead of JSON. */
    readonly raw?: string;
    readonly identity?: Identity;
    readonly sign?: SignOptions;
    /** Changes the headers after they were signed. */
    readonly spoil?: (headers: Headers) => void;
    /** The body to send instead of the signed one. */
    readonly sentInstead?: string;
}
export interface Probe {
    readonly base: string;
    readonly identity: Identity;
    readonly other: Identity | null;
    /** What the checks have created at the bank, in words. */
    left(): string;
    ask(method: string, path: string, ask?: Ask): Promise<Answer>;
    /** Creates a payment of the kind for a PSU of its own, with single SCA; fields may be changed. */
    pay(kind: PaymentKind, changes?: Changes, ask?: Ask): Promise<Answer>;
}
export declare function createProbe(base: string, identity: Identity, other: Identity | null): Probe;
/** Headers of a PSU whom the bank has never seen. */
export declare function psuHeaders(): Record<string, string>;
type Fields = Record<string, unknown>;
export declare function changed(body: Readonly<Fields>, changes: Changes): Fields;
export {};
