/** These schemas accept any text where this interface limits a text or has codes. */
import { z } from 'zod';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { storableText } from '../remote-calls/values.ts';

export const anyText = z.string().refine(isStorable, 'cannot be stored');

export const messageText = storableText.transform((text) => boundedText(text));

/** Relative or absolute. */
const anyAddress = anyText.min(1).max(4_096);
export const anyLink = z.union([z.object({ href: anyAddress }), anyAddress.transform((href) => ({ href }))]);

export const anyBoolean = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);
