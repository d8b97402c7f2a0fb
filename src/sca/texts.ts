import type { PageLanguage } from '../domain/authorisations/language.ts';
import { english, type Texts } from './texts-en.ts';
import { norwegian } from './texts-nb.ts';

export type { Texts } from './texts-en.ts';
export type PageFault = keyof Texts['faults'];

export const textsByLanguage: Readonly<Record<PageLanguage, Texts>> = { en: english, nb: norwegian };
