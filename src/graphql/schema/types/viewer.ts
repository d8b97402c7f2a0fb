/** `viewer`: who is asking. */

import type { Caller } from '../../../domain/caller.ts';
import { nextBatchSlot } from '../../../domain/values/calendar.ts';
import { getViewer } from '../../../operations/get-viewer.ts';
import type { GraphQLBuilder } from '../builder.ts';

interface Viewer {
  readonly caller: Caller;
  readonly now: number;
}

export function viewerType(builder: GraphQLBuilder): void {
  const viewer = builder.objectRef<Viewer>('Viewer').implement({
    description: 'The calling TPP.',
    fields: (t) => ({
      tppId: t.string({
        description: 'Its organizationIdentifier (ETSI TS 119 495), else the subject of its certificate.',
        resolve: (source) => source.caller.tppId,
      }),
      name: t.string({ description: 'Its name.', resolve: (source) => source.caller.name }),
      roles: t.stringList({
        description: 'PSD2 roles of its certificate; empty when the certificate names none.',
        resolve: (source) => source.caller.roles ?? [],
      }),
      sandboxClock: t.expose('now', {
        type: 'DateTime',
        description: 'The time at which the sandbox lives for this TPP.',
      }),
      nextBatchRun: t.field({
        type: 'DateTime',
        description: 'When the bank runs its next batch, by the same time.',
        resolve: (source) => nextBatchSlot(source.now).at,
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      description: 'Who is asking.',
      resolve: (_, __, { call }) => call.read(getViewer, undefined),
    }),
  );
}
