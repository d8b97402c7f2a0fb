/** Chooses the bank behind the service, once at the start. */
import { randomUUID } from 'node:crypto';
import { createCarrier, type Outbox } from '../bank/core/carrier.ts';
import type { CoreClient } from '../bank/core/client.ts';
import { createCoreBank } from '../bank/core/core-bank.ts';
import { createOrderWakes } from '../bank/core/db/order-wakes.ts';
import type { Messages } from '../bank/core/iso20022/messages.ts';
import { createOrderWorker } from '../bank/core/orders/worker.ts';
import { createCoreQueries } from '../bank/core/queries.ts';
import { createSimulatedBank } from '../bank/simulated/simulated-bank.ts';
import { createUpstreamApproval } from '../bank/upstream/approval.ts';
import { createBankClient } from '../bank/upstream/bank-client.ts';
import type { Upstream } from '../bank/upstream/client.ts';
import { createStatusPoller } from '../bank/upstream/statuses/status-poller.ts';
import { createUpstreamBank } from '../bank/upstream/upstream-bank.ts';
import type { DatabaseOptions } from '../db/connections/client.ts';
import { isDatabaseFault } from '../db/connections/failure.ts';
import type { Runner } from '../housekeeping/runner.ts';
import { createProviderApproval } from '../identity-provider/approval.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { Settings } from '../operations/operation.ts';
import type { Bank } from '../operations/ports/bank.ts';
import type { Clock, Ids, MayWork, PaymentEvents, SharedWork } from '../operations/ports/stores.ts';
import { type Approval, approvalHere } from '../operations/sca/approval.ts';
import { returnPath } from '../sca/browser.ts';
import type { ProviderConnection } from './provider.ts';
import { waitsForEnd } from './wait-for-end.ts';

/** `secret` protects the states with which PSUs come back from the bank. */
export interface UpstreamConnection {
  readonly client: Upstream;
  readonly secret: () => string;
}

/** `outbox`: a folder that takes orders instead of the core system. */
export interface CoreConnection {
  readonly client: CoreClient;
  readonly messages: Messages;
  readonly outbox: Outbox | null;
}

export interface ChosenBank {
  readonly bank: Bank;
  readonly approval: Approval;
  /** Whether the bank is remote, with resources of its own. */
  readonly hasRemoteBank: boolean;
  /** Background work that runs with housekeeping; null: none. */
  readonly background: Runner | null;
}

export interface Inside {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly mayWork: MayWork | undefined;
  readonly onError: (error: unknown) => void;
  readonly events: PaymentEvents;
  readonly options: DatabaseOptions;
  readonly metrics: Pick<Metrics, 'strange' | 'unknown'>;
  readonly identity: ProviderConnection | null;
}

function approvalOf(inside: Inside, bank: Bank): Approval {
  const { identity, settings } = inside;
  if (identity === null) return approvalHere({ ...inside, bank });
  const provider = identity.connect(`${settings.publicUrl}${returnPath}`);
  return createProviderApproval({ ...inside, bank, provider, checkFailed: identity.checkFailed });
}

/** At most one is set. Default: the simulated bank. */
export interface BankChoice {
  readonly upstream?: UpstreamConnection | null;
  readonly core?: CoreConnection | null;
  readonly bank?: (inside: Inside) => ChosenBank;
}

export function bankOf({ bank, upstream, core }: BankChoice, inside: Inside): ChosenBank {
  if (bank) return bank(inside);
  if (upstream) return chooseUpstream(upstream, inside);
  if (core) return chooseCore(core, inside);
  return bankWithPages(createSimulatedBank(inside), inside);
}

/** A bank whose PSUs use the pages of this service. With an identity provider they have no app of the bank. */
export const bankWithPages = (bank: Bank, inside: Inside): ChosenBank => ({
  bank: inside.identity === null ? bank : { ...bank, appMessage: null },
  approval: approvalOf(inside, bank),
  hasRemoteBank: false,
  background: null,
});

function chooseUpstream({ client: upstream, secret }: UpstreamConnection, inside: Inside): ChosenBank {
  const client = createBankClient({ upstream, secret, publicUrl: inside.settings.publicUrl });
  const { strange, unknown } = inside.metrics;
  const givenUp = (paymentId: string) => upstream.alarm('PAYMENT', { paymentId });
  const poller = createStatusPoller({ ...inside, client, strange, unknown, givenUp });
  const bank = createUpstreamBank({ client, poller });
  return {
    bank,
    approval: createUpstreamApproval({ ...inside, bank, client, poller }),
    hasRemoteBank: true,
    background: { tick: poller.pollDue, start: poller.start, stop: poller.stop },
  };
}

function chooseCore(core: CoreConnection, inside: Inside): ChosenBank {
  const worker = createOrderWorker({ ...inside, isDatabaseFault, carrier: createCarrier(core) });
  const wakes = createOrderWakes(inside.options, worker.wake);
  const queries = createCoreQueries(core.client, core.messages);
  const waitForEnd = waitsForEnd(inside.events, inside.work);
  return {
    ...bankWithPages(createCoreBank({ ...inside, newId: randomUUID, queries, waitForEnd }), inside),
    background: {
      tick: worker.tick,
      start() {
        worker.start();
        wakes.start().catch(inside.onError);
      },
      stop: async () => void (await Promise.all([worker.stop(), wakes.stop()])),
    },
  };
}

export const withBackground = (runner: Runner, background: Runner | null): Runner =>
  background === null
    ? runner
    : {
        tick: async () => (await runner.tick()) + (await background.tick()),
        start() {
          runner.start();
          background.start();
        },
        stop: async () => void (await Promise.all([runner.stop(), background.stop()])),
      };
