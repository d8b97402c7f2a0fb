/** Schemas that responses share. They are strict, because tests check every REST response with them. */
import { z } from 'zod';
import { link } from '../../domain/payments/links.ts';
import { catalogue, type MessageCode } from '../../domain/refusal.ts';

export const exampleIds = {
  payment: '01977f4e-5c1a-7d3e-9a51-6f0c2b8d4e10',
  authorisation: '01977f4e-5c2b-7e44-8b1f-2d9a7c3e5f60',
  basket: '01977f4e-6d01-7a92-b3c4-5e6f70819203',
  failure: 'b2f1c7de-0f3a-4b57-9c6f-1a2b3c4d5e6f',
} as const;

export const exampleScaRedirect = link('http://localhost:4000/sca/5H0xv0bS2m1k9yQwT3uZpA', 'GET');

const messageCodes = [...new Set(Object.values(catalogue).map(({ code }) => code))] as [
  MessageCode,
  ...MessageCode[],
];

export const linkSchema = z
  .strictObject({
    href: z
      .string()
      .min(1)
      .meta({ description: 'A path that begins with /v1/. Only scaRedirect is an absolute URL.' }),
    verbs: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE'])).min(1),
  })
  .meta({
    id: 'Link',
    description: 'The address of a possible next step, and the methods that it accepts.',
  });

export const linksSchema = z
  .strictObject({
    self: linkSchema.optional(),
    status: linkSchema.optional(),
    startAuthorisation: linkSchema.optional(),
    scaRedirect: linkSchema.optional(),
    scaStatus: linkSchema.optional(),
  })
  .meta({ id: 'Links', description: 'The links that are possible in the current state of the resource.' });

export const tppMessage = z
  .strictObject({
    category: z.enum(['ERROR', 'WARNING']),
    code: z.enum(messageCodes).meta({ id: 'MessageCode', description: 'The code of a message.' }),
    path: z.string().optional().meta({
      description:
        'The field at fault, such as `payments[2].instructedAmount.amount`, or the name of the header or query parameter.',
    }),
    text: z.string().optional().meta({ maxLength: 512 }),
  })
  .meta({ id: 'TppMessage', description: 'A message to the TPP.' });

export const tppMessages = z.array(tppMessage).min(1).optional();
export const psuMessage = z
  .string()
  .optional()
  .meta({ description: 'Text to show to the PSU.', maxLength: 512 });

export const errorBody = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of this failure. The log of the bank contains it too.' }),
    system: z.string(),
    status: z.int().meta({ description: 'The HTTP status.' }),
    code: z.enum(messageCodes),
    message: z.string(),
    tppMessages: z.array(tppMessage).min(1),
    _links: z.strictObject({ scaRedirect: linkSchema }).optional().meta({
      description: 'Only if the PSU must authenticate: the page to which the TPP sends the PSU.',
    }),
  })
  .meta({
    id: 'Error',
    description: 'The body of every error response.',
  });
