/** A signed request as a line for curl, which works as it stands in a shell. */
import type { TextRequest } from './sign.js';
export declare function curlOf({ method, url, body }: TextRequest, headers: readonly (readonly [string, string])[]): string;
