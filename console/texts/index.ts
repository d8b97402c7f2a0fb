import { create } from './create.ts';
import { overview } from './overview.ts';
import { payments } from './payments.ts';
import { requestTexts } from './requests.ts';
import { sandboxTexts } from './sandbox.ts';
import { shell } from './shell.ts';

/** English, then Norwegian. `{name}` is replaced by a value, `{name:one|many}` by a number and the word in its form. */
export type Texts = Readonly<Record<string, readonly [string, string]>>;

export const texts = { ...shell, ...payments, ...create, ...sandboxTexts, ...requestTexts, ...overview };
export type TextKey = keyof typeof texts;

export const hasText = (key: string): key is TextKey => Object.hasOwn(texts, key);
