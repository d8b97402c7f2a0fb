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
  /** null: ends the fault that is set. */
  readonly fault: string | null;
  readonly times: number;
  /** Prefix of the paths that get the fault; empty: every path. */
  readonly path: string;
}

export const setSandboxFaults = defineWriteForAnyRole({
  name: 'setSandboxFaults',
  refusals: ['FORMAT_ERROR'],
  async run({ caller, stores, realNow }, input: FaultsInput): Promise<PendingFault | null> {
    const { fault: faultText, times: timesLeft, path } = input;
    const fault = faultText === null ? null : readSandboxFault(faultText);
    const inputFaults: InputFault[] = [];
    if (faultText !== null && fault === null) inputFaults.push({ path: 'fault', text: sandboxFaultFormText });
    if (timesLeft < 1 || timesLeft > faultTimesAtMost)
      inputFaults.push({ path: 'times', text: `must be 1 to ${faultTimesAtMost}` });
    // The path of a request is compared without its query, so a path with a query would fit no request.
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
