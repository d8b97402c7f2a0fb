/**
 * Signs a request as a TPP does: adds Date, X-Request-ID, Digest, certificate and Signature to its headers. The
 * clock and the random id can be given, for tests. It shares no code with the bank's verifier.
 */
import { X509Certificate } from 'node:crypto';
export interface Identity {
    readonly certificatePem: string;
    readonly privateKeyPem: string;
}
export interface Unsigned {
    readonly method: string;
    /** Absolute address. */
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array | null;
}
/** A request whose body, if any, is text. */
export interface TextRequest extends Unsigned {
    readonly body: string | null;
}
export interface SignOptions {
    readonly now?: Date;
    /** X-Request-ID where the headers have none; random when absent. */
    readonly requestId?: string;
    /** RFC 2047 form of the Signature header; plain by default. */
    readonly wrap?: 'plain' | 'B' | 'Q';
    /** Headers to cover instead of those that the interface requires. */
    readonly covered?: readonly string[];
}
/** Headers that must be signed when the request carries them, in the order that clients use. */
export declare const orderOfNames: readonly string[];
/** The names that `signRequest` signs by itself. */
export declare const coveredNames: (headers: Headers) => readonly string[];
/** `SN=<serial in hex>,CA=<issuer>`, the issuer's parts in the order of the certificate. */
export declare function keyIdOf(certificate: X509Certificate): string;
/** The headers of the signed request, the given ones included. */
export declare function signRequest(request: Unsigned, identity: Identity, options?: SignOptions): Headers;
/** The headers as readable text, because HTTP libraries represent every byte as a character. */
export declare function writtenHeaders(headers: Headers): readonly [string, string][];
export declare function digestOf(body: string | Uint8Array): string;
/** The string that is signed: one `name: value` line per covered header. */
export declare function signingStringOf(request: Unsigned, headers: Headers, covered: readonly string[]): string;
/** Headers as HTTP libraries represent them. */
export declare function wireHeaders(given?: Unsigned['headers']): Headers;
