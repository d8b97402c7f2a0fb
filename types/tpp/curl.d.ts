/** A signed request as a curl command, ready for a shell. */
import type { TextRequest } from './sign.js';
export declare function curlOf({ method, url, body }: TextRequest, headers: readonly (readonly [string, string])[]): string;
