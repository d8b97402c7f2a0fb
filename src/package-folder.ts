/** Resolves the package folder, whichever bundle this code is in. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const packageFolder = dirname(createRequire(import.meta.url).resolve('psd2-bank/package.json'));
