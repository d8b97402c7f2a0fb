/** Where the package lies: what is read besides code is found from here, whichever file the code was built into. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const packageFolder = dirname(createRequire(import.meta.url).resolve('psd2-bank/package.json'));
