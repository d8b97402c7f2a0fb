import type { Caller } from '../../../domain/caller.ts';
import { nextBatchRun } from '../../../domain/values/oslo-time.ts';
import { getViewer } from '../../../operations/get-viewer.ts';
import { builder } from '../builder.ts';
import { sandboxOnly } from '../variants.ts';

const viewer = builder.objectRef<{ readonly caller: Caller; readonly now: number }>('Viewer').implement({
  description: 'The calling TPP.',
  fields: (t) => ({
    tppId: t.string({
      description:
        "The organizationIdentifier of its certificate (ETSI TS 119 495), or the certificate's subject.",
      resolve: (source) => source.caller.tppId,
    }),
    name: t.string({ description: 'Its name.', resolve: (source) => source.caller.name }),
    roles: t.stringList({
      description: 'PSD2 roles in its certificate; empty if the certificate states none.',
      resolve: (source) => source.caller.roles ?? [],
    }),
    clock: t.expose('now', {
      type: 'DateTime',
      description: 'Present time of the bank for this TPP. In a sandbox the TPP can move this clock.',
    }),
    sandboxClock: t.expose('now', {
      type: 'DateTime',
      description: 'The same as `clock`, under its older name.',
      extensions: sandboxOnly,
    }),
    nextBatchRun: t.field({
      type: 'DateTime',
      description: 'Time of the next batch run, by the clock of the TPP.',
      resolve: (source) => nextBatchRun(source.now).at,
    }),
  }),
});
builder.queryField('viewer', (t) =>
  t.field({
    type: viewer,
    description: 'The calling TPP.',
    resolve: (_, __, { call }) => call.read(getViewer, undefined),
  }),
);
