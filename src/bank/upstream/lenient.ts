/** Schemas for values in responses of another bank. They accept texts that this interface would not accept from a TPP. */
import { z } from 'zod';
import { boundedText, isStorable } from '../../domain/values/text.ts';
import { storableText } from '../remote-calls/values.ts';

export const anyText = z.string().refine(isStorable, 'cannot be stored');

export const messageText = storableText.transform((text) => boundedText(text));

/** Relative or absolute. */
const anyAddress = anyText.min(1).max(4_096);
export const anyLink = z.union([z.object({ href: anyAddress }), anyAddress.transform((href) => ({ href }))]);

export const anyBoolean = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);
