/**
 * Lenient schemas for responses of an upstream bank. They drop unknown fields, and accept any text where this interface limits a
 * text or has codes.
 */
import { z } from 'zod';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { storableText } from '../remote-calls/values.ts';

/** Any text that PostgreSQL can store. */
export const anyText = z.string().refine(isStorable, 'cannot be stored');

/** A text for people, shortened to the limit of this service's responses. */
export const messageText = storableText.transform((text) => boundedText(text));

/** An address, relative or absolute, as a text or in an object. The output is an object. */
export const anyLink = z.union([
  z.object({ href: anyText.min(1).max(4_096) }),
  anyText
    .min(1)
    .max(4_096)
    .transform((href) => ({ href })),
]);

export const anyBoolean = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);
