import { type Fault as InputFault, refuseAll } from '../../../domain/refusal.ts';
import {
  faultLifeMs,
  faultTimesAtMost,
  readSandboxFault,
  sandboxFaultFormText,
} from '../../../domain/sandbox/faults.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import type { PendingFault } from '../ports.ts';

interface FaultsInput {
  readonly fault: string | null;
  readonly times: number;
  /** Prefix of the paths; empty: every path. */
  readonly path: string;
}

export const setSandboxFaults = defineWriteForAnyRole({
  name: 'setSandboxFaults',
  refusals: ['FORMAT_ERROR'],
  async run({ caller, stores, realNow }, input: FaultsInput): Promise<PendingFault | null> {
    const { times: timesLeft, path } = input;
    const fault = input.fault === null ? null : readSandboxFault(input.fault);
    const inputFaults: InputFault[] = [];
    if (input.fault !== null && fault === null)
      inputFaults.push({ path: 'fault', text: sandboxFaultFormText });
    if (timesLeft < 1 || timesLeft > faultTimesAtMost)
      inputFaults.push({ path: 'times', text: `must be 1 to ${faultTimesAtMost}` });
    // The paths of requests have no query, so with a query no request would get the fault.
    if (!/^(\/[!-~]{0,199})?$/.test(path) || /[?#]/.test(path))
      inputFaults.push({
        path: 'path',
        text: 'must begin with / and have at most 200 visible ASCII characters, without ? and #',
      });
    if (inputFaults.length > 0) throw refuseAll(inputFaults);
    const pendingFault = fault && { fault: fault.text, timesLeft, path, until: realNow + faultLifeMs };
    await stores.sandbox.faults.set(caller.tppId, pendingFault);
    return pendingFault;
  },
});
