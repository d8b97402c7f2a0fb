import type { RequestToExplain } from './request.js';
/** The request in the bytes; `readFile` gives what curl would read where a body is `@FILE`. */
export declare function readRequest(bytes: Buffer, readFile: (path: string) => Buffer): RequestToExplain | null;
