import type { RequestToExplain } from './request.js';
/** The request in the bytes, a FileTextError where they are UTF-16; `readFile` gives what curl would read where a body is `@FILE`. */
export declare function readRequest(saved: Uint8Array, readFile: (path: string) => Buffer): RequestToExplain | null;
