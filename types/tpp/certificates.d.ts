export interface KeyAndCertificate {
    readonly certificatePem: string;
    readonly privateKeyPem: string;
}
export type Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';
export interface Validity {
    readonly notBefore: Date;
    readonly notAfter: Date;
}
interface CertificateOptions extends Validity {
    readonly commonName: string;
    readonly keyBits?: number;
    /** A key to keep, PKCS #8; a new one when absent. */
    readonly privateKeyPem?: string;
}
export interface AuthorityOptions extends CertificateOptions {
    readonly organizationName?: string;
}
export interface IssueOptions extends CertificateOptions {
    readonly authority: KeyAndCertificate;
    /** As ETSI TS 119 495 defines it, `PSDNO-FSA-…`; null omits it. */
    readonly organizationIdentifier: string | null;
    readonly organizationName: string;
    /** null: no PSD2 statement. */
    readonly roles: readonly Role[] | null;
    /** Hex; random when absent. */
    readonly serialNumber?: string;
    readonly isAuthority?: boolean;
    /** Whether the key usage allows signatures (true by default); null omits the extension. */
    readonly digitalSignature?: boolean | null;
}
/** A validity from one day to another, counted from now. */
export declare const validity: (now: Date, first: number, last: number) => Validity;
/** A self-signed CA. */
export declare function createAuthority(options: AuthorityOptions): KeyAndCertificate;
/** The seal of a TPP, issued by the authority. */
export declare function issueCertificate(options: IssueOptions): KeyAndCertificate;
/** An RSA key in PKCS #8, made by node:crypto because forge takes seconds. */
export declare function newPrivateKey(bits?: number): string;
export {};
