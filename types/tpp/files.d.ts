import type { Environment } from './address.js';
import { type IssueOptions, type KeyAndCertificate, type Role, type Validity } from './certificates.js';
export interface TppFiles {
    readonly organizationIdentifier: string;
    readonly certificatePath: string;
    readonly keyPath: string;
}
export interface SandboxFiles {
    /** The CA certificate to trust, PEM. */
    readonly authorityPem: string;
    readonly demo: TppFiles;
}
export declare const allRoles: readonly Role[];
/** The TPP that a sandbox starts with, as its certificate names it. */
export declare const demoTpp: TppDescription;
/** The named folder, else the one that the service uses. */
export declare function dataDirOf(named: string | undefined, env: Environment): string;
export declare function tppFolder(dataDir: string): string;
export declare function pathsOf(folder: string, name: string): Omit<TppFiles, 'organizationIdentifier'>;
/** Key and certificate in the files of a TPP. */
export declare function identityIn(folder: string, name: string): KeyAndCertificate;
/** The name of the files of a TPP: the letters and digits of its own name, joined by dashes. Empty if it has none. */
export declare const fileNameFor: (name: string) => string;
/** The default organizationIdentifier of a TPP. */
export declare const usualIdentifier: (fileName: string) => string;
/** The name of a TPP's files in the folder, where `named` is that name or its tppId. */
export declare function nameOf(folder: string, named: string): string;
/** The organizationIdentifier of the certificate in the files of a TPP; null where there is none. */
export declare function identifierOf(folder: string, name: string): string | null;
/**
 * Creates what is missing, unreadable or about to expire, and keeps the rest. Safe for processes that start
 * together.
 */
export declare function ensureSandboxFiles(dataDir: string, now?: Date): Promise<SandboxFiles>;
/** The sandbox's CA. A renewed one keeps name and key, so that the certificates it has issued stay valid. */
export declare function ensureAuthority(folder: string, now: Date): Promise<KeyAndCertificate>;
export interface TppDescription {
    readonly organizationIdentifier: string;
    readonly organizationName: string;
    readonly roles: readonly Role[];
}
/** The seal of a TPP under its usual name. */
export declare function issueSeal(authority: KeyAndCertificate, tpp: TppDescription, options: Validity & Partial<IssueOptions>): KeyAndCertificate;
/** Key and certificate of a TPP, issued by the sandbox's CA; `renew` issues another certificate for a key that is kept. */
export declare function ensureTpp(folder: string, authority: KeyAndCertificate, name: string, tpp: TppDescription, now: Date, renew?: boolean): Promise<TppFiles>;
