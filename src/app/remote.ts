/** What a remote bank adds to the app: its statuses are polled as long as housekeeping runs. */
import type { Runner } from '../housekeeping/runner.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { BankDesk } from '../operations/ports/bank.ts';
import { createFollower, type Follower, type FollowerParts } from '../operations/remote/follow.ts';
import type { UpstreamBehind } from './bank.ts';

type Inside = Pick<FollowerParts, 'work' | 'clock' | 'settings' | 'failed' | 'mayWork'> & {
  readonly desk: BankDesk | null;
};

/** null: the bank is in this process, or a core system. */
export function followerOf(
  { upstream }: { readonly upstream?: UpstreamBehind | null },
  { desk, ...inside }: Inside,
  { strange, unknown }: Pick<Metrics, 'strange' | 'unknown'>,
): Follower | null {
  if (desk === null) return null;
  const givenUp = (paymentId: string) => upstream?.client.alarm('PAYMENT', { paymentId });
  return createFollower({ ...inside, desk, strange, unknown, givenUp });
}

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
