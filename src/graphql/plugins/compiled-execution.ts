/** Queries that come often are run compiled (compiled.ts). */
import { type CompilationLimits, compiledExecution } from '../door/compiled.ts';
import type { DoorPlugin } from '../request.ts';

export function useCompiledExecution(limits: CompilationLimits | undefined): DoorPlugin {
  const execute = compiledExecution(limits);
  return {
    onExecute({ args, setExecuteFn }) {
      const { parsed } = args.contextValue.state;
      if (parsed !== null && 'document' in parsed) setExecuteFn((run) => execute(parsed, run));
    },
  };
}
