/** Kills of each process at each moment of each call, in random order, and how each process comes back. */
import type { CallName } from './calls.ts';
import type { Chance } from './chance.ts';
import type { FaultyDatabase } from './database.ts';
import { type Exchange, type FaultyProxy, type Moment, moments } from './proxy.ts';
import type { Service } from './service.ts';

/** Here a service with a core system counts as a facade too. */
export const victims = ['facade', 'bank', "facade's database", "bank's database"] as const;
type Victim = (typeof victims)[number];

export interface Kill {
  readonly victim: Victim;
  readonly moment: Moment;
  readonly call: CallName;
}

/** Every combination of these calls comes before one repeats. */
export function deckOf(chance: Chance, count: number, calls: readonly CallName[]): readonly Kill[] {
  const all = victims.flatMap((victim) =>
    moments.flatMap((moment) => calls.map((call) => ({ victim, moment, call }))),
  );
  const deck: Kill[] = [];
  while (deck.length < count) deck.push(...chance.shuffle(all));
  return deck.slice(0, count);
}

export interface Scene {
  readonly proxy: FaultyProxy;
  readonly replicas: readonly Service[];
  readonly bank: Service;
  readonly facadeDatabase: FaultyDatabase;
  readonly bankDatabase: FaultyDatabase;
  readonly chance: Chance;
}

/** Kills one victim at a time, each after the last is back. */
export async function killAll(
  scene: Scene,
  kills: readonly Kill[],
  progress: (kill: Kill) => void,
): Promise<void> {
  for (const kill of kills) {
    let receiveReturn = async (): Promise<void> => undefined;
    await scene.proxy.arm({
      ...kill,
      async strike(exchange) {
        receiveReturn = await strike[kill.victim](scene, exchange);
      },
    });
    progress(kill);
    await receiveReturn();
  }
}

type Strike = (scene: Scene, exchange: Exchange) => Promise<() => Promise<void>>;

const killService = async (service: Service) => {
  await service.kill();
  return () => service.start();
};
const killDatabase = async (database: FaultyDatabase) => {
  await database.kill();
  return () => database.revive();
};

/** Each kills, and returns how to restore the victim. */
const strike: Readonly<Record<Victim, Strike>> = {
  facade: ({ replicas, chance }, { replica }) =>
    killService((replica === null ? chance.pick(replicas) : replicas[replica]) as Service),
  bank: ({ bank }) => killService(bank),
  "facade's database": ({ facadeDatabase }) => killDatabase(facadeDatabase),
  "bank's database": ({ bankDatabase }) => killDatabase(bankDatabase),
};
