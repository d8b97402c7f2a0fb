/** The folder of package.json, also for code that the build has put into dist. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const packageFolder = dirname(createRequire(import.meta.url).resolve('psd2-bank/package.json'));
