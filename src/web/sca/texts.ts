/** The words of the pages in both languages; text-table.ts says what each is for. */
import type { Language, Texts } from './text-table.ts';
import { english } from './texts-en.ts';
import { norwegian } from './texts-nb.ts';

export type * from './text-table.ts';

export const texts: Readonly<Record<Language, Texts>> = { en: english, nb: norwegian };
