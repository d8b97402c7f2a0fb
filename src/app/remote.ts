/** What a remote bank adds to the app: its statuses are polled as long as housekeeping runs. */
import type { Runner } from '../housekeeping/runner.ts';
import type { Follower } from '../operations/remote/follow.ts';

export function withFollower(runner: Runner, follower: Follower | null): Runner {
  if (follower === null) return runner;
  return {
    tick: async () => (await runner.tick()) + (await follower.poll()),
    start() {
      runner.start();
      follower.start();
    },
    stop: async () => void (await Promise.all([runner.stop(), follower.stop()])),
  };
}
