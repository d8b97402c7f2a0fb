import {
  faultHeader,
  faultLifeMs,
  faultMeanings,
  faultTimesAtMost,
} from '../../../../domain/sandbox/faults.ts';
import { getSandboxFaults } from '../../../../operations/sandbox/faults/get-sandbox-faults.ts';
import { setSandboxFaults } from '../../../../operations/sandbox/faults/set-sandbox-faults.ts';
import type { PendingFault } from '../../../../operations/sandbox/ports.ts';
import { builder } from '../../builder.ts';
import { sandboxMutation } from '../../mutation.ts';
import { sandboxOnly } from '../../variants.ts';

const faultValues = faultMeanings.map(({ value }) => `\`${value}\``).join(', ');

const faults = builder.objectRef<PendingFault>('SandboxFaults').implement({
  description: 'A fault for the next requests of the TPP.',
  fields: (t) => ({
    fault: t.exposeString('fault', { description: `The fault, a value of ${faultHeader}.` }),
    timesLeft: t.exposeInt('timesLeft', { description: 'The number of requests that it still affects.' }),
    path: t.string({
      nullable: true,
      description: 'The fault affects only requests whose path begins with this; null if it affects all.',
      resolve: ({ path }) => path || null,
    }),
    until: t.expose('until', {
      type: 'DateTime',
      description: 'The latest time at which the fault ends, in real time.',
    }),
  }),
});
builder.queryField('sandboxFaults', (t) =>
  t.field({
    type: faults,
    nullable: true,
    extensions: sandboxOnly,
    description: 'Sandbox: the fault for the next requests; null if none is set.',
    resolve: (_, __, { call }) => call.read(getSandboxFaults, undefined),
  }),
);
sandboxMutation({
  name: 'setSandboxFaults',
  description: `Sandbox: sets a fault for the next requests of the calling TPP, by REST and GraphQL. It does not affect the console, or requests that set or read faults. It ends after ${faultLifeMs / 60_000} minutes. The header ${faultHeader} overrides it. docs/scenarios.md describes the faults.`,
  inputDescription:
    'The fault, and the requests that it affects. A new fault replaces the fault that was set before.',
  input: (t) => ({
    fault: t.string({ description: `For example ${faultValues}; null removes the fault.` }),
    times: t.int({ description: `The number of requests, 1 to ${faultTimesAtMost}; the default is 1.` }),
    path: t.string({
      description: 'Only requests whose path begins with this, such as /v1/payments; the default is all.',
    }),
  }),
  payload: { faults },
  payloadDescription: 'The fault; null if it was removed, or the call was refused.',
  async act({ fault, times, path }, write, call) {
    const input = { fault: fault ?? null, times: times ?? 1, path: path ?? '' };
    const resource = await write(setSandboxFaults, () => input);
    await call.parts.reloadFaults?.();
    return { resource };
  },
});
