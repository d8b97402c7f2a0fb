/** The type of a mutation's payload: the resource under its own name, then `tppMessages` and `links`. */
import type { Builder } from './builder.ts';
import type { Payload } from './payload.ts';
import type { CommonTypes } from './types/common.ts';

export interface PayloadParts {
  /** The mutation's name; the type is called after it. */
  readonly mutation: string;
  /** The field that holds the resource. */
  readonly field: string;
  readonly type: unknown;
  readonly description: string;
}

export function payloadType<Resource>(builder: Builder, common: CommonTypes, parts: PayloadParts) {
  const name = `${parts.mutation.charAt(0).toUpperCase()}${parts.mutation.slice(1)}Payload`;
  return builder.objectRef<Payload<Resource>>(name).implement({
    description: `What ${parts.mutation} led to, or the reasons against it.`,
    fields: (t) => ({
      [parts.field]: t.field({
        type: parts.type as never,
        nullable: true,
        description: parts.description,
        resolve: (source) => source.resource as never,
      }),
      tppMessages: t.expose('tppMessages', {
        type: [common.tppMessage],
        description: 'Faults of a refusal, or warnings.',
      }),
      psuMessage: t.string({
        nullable: true,
        description: 'Text to show to the PSU, at most 512 characters.',
        resolve: (source) => source.psuMessage ?? null,
      }),
      links: t.expose('links', {
        type: common.links,
        nullable: true,
        description: 'Links that are offered now, or scaRedirect of a challenge.',
      }),
    }),
  });
}
