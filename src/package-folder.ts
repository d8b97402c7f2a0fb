/** The folder of this package. Every bundle finds the same one. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const packageFolder = dirname(createRequire(import.meta.url).resolve('psd2-bank/package.json'));
