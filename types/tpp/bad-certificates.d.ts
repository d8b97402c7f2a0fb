import { type KeyAndCertificate } from './certificates.js';
import { type TppDescription, type TppFiles } from './files.js';
export declare const badKinds: readonly ["expired", "not-yet-valid", "wrong-role", "untrusted", "weak-key"];
export type BadKind = (typeof badKinds)[number];
/** Keys to use instead of new ones; the authority's is for a CA that the bank does not trust. */
export interface ReadyKeys {
    readonly own: string;
    readonly authority: string | null;
}
/** Issues a bad certificate for a TPP, with a new key each time. */
export declare function issueBadCertificate(kind: BadKind, authority: KeyAndCertificate, tpp: TppDescription, now?: Date, keys?: ReadyKeys | null): KeyAndCertificate;
/** Writes a bad certificate beside the good one of that name; returns its name and files. */
export declare function writeBadCertificate(kind: BadKind, folder: string, goodName: string, authority: KeyAndCertificate, tpp: TppDescription): Promise<TppFiles & {
    readonly name: string;
}>;
