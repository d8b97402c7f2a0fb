/** Chooses the bank behind the service, once at the start. */
import { EventEmitter, once } from 'node:events';
import { createCarrier } from '../bank/core/carrier.ts';
import type { CoreClient } from '../bank/core/client.ts';
import { createCoreBank } from '../bank/core/core-bank.ts';
import { orderChannel } from '../bank/core/db/orders.ts';
import type { Messages } from '../bank/core/iso20022/messages.ts';
import { createOrderWorker } from '../bank/core/orders/worker.ts';
import type { Outbox } from '../bank/core/outbox.ts';
import { createCoreQueries } from '../bank/core/queries.ts';
import { createSimulatedBank } from '../bank/simulated/simulated-bank.ts';
import { createUpstreamApproval } from '../bank/upstream/approval.ts';
import { BankClient } from '../bank/upstream/bank-client.ts';
import type { UpstreamClient } from '../bank/upstream/client.ts';
import { createStatusPoller } from '../bank/upstream/statuses/status-poller.ts';
import { createUpstreamBank } from '../bank/upstream/upstream-bank.ts';
import type { DatabaseOptions } from '../db/connections/client.ts';
import { isDatabaseFault } from '../db/connections/failure.ts';
import { createListener } from '../db/connections/listener.ts';
import { isFinal } from '../domain/payments/status.ts';
import type { Runner } from '../housekeeping/runner.ts';
import { createProviderApproval } from '../identity-provider/approval.ts';
import type { FailedCheck } from '../identity-provider/conclude.ts';
import type { IdentityProvider } from '../identity-provider/ports.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { SharedParts } from '../operations/operation.ts';
import type { Bank } from '../operations/ports/bank.ts';
import type { MayRunTimedWork, PaymentEvents, SharedWork } from '../operations/ports/stores.ts';
import { type Approval, createOwnApproval } from '../operations/sca/approval.ts';
import { psuReturnPath } from '../sca/browser.ts';

export interface UpstreamConnection {
  readonly client: UpstreamClient;
  /** The key of two HMACs: of the ids that the bank gets, and of the `state` with which a PSU returns from the bank. */
  readonly secret: () => string;
}

export interface CoreConnection {
  readonly client: CoreClient;
  readonly messages: Messages;
  /** The folder to which orders are written; null: they are sent to the core system. */
  readonly outbox: Outbox | null;
}

export interface ProviderConnection {
  /** The provider sends PSUs back to `returnAddress`. */
  readonly connect: (returnAddress: string) => IdentityProvider;
  readonly onFailedCheck: (failure: FailedCheck) => void;
}

export interface ChosenBank {
  readonly bank: Bank;
  readonly approval: Approval;
  /** An upstream bank has payments, customers and approval pages of its own. */
  readonly hasUpstreamBank: boolean;
  /** Whether payments use the customers and accounts of this service's sandbox. */
  readonly usesSandboxAccounts: boolean;
  readonly background: Runner | null;
}

export interface BankDependencies extends Omit<SharedParts, 'bank'> {
  readonly mayRunTimedWork: MayRunTimedWork;
  readonly onError: (error: unknown) => void;
  readonly events: PaymentEvents;
  readonly databaseOptions: DatabaseOptions;
  readonly metrics: Pick<Metrics, 'countIgnoredStatus' | 'countUnknownPayment'>;
  readonly identity: ProviderConnection | null;
}

function createApproval(parts: BankDependencies, bank: Bank): Approval {
  const { identity, settings } = parts;
  if (identity === null) return createOwnApproval({ ...parts, bank });
  const provider = identity.connect(`${settings.publicUrl}${psuReturnPath}`);
  return createProviderApproval({ ...parts, bank, provider, onFailedCheck: identity.onFailedCheck });
}

/** At most one field is set. If none is set, the bank is the simulated bank. */
export interface BankChoice {
  readonly upstream?: UpstreamConnection | null;
  readonly core?: CoreConnection | null;
  readonly createBank?: (parts: BankDependencies) => ChosenBank;
}

export function chooseBank({ createBank, upstream, core }: BankChoice, parts: BankDependencies): ChosenBank {
  if (createBank) return createBank(parts);
  if (upstream) return chooseUpstream(upstream, parts);
  if (core) return chooseCore(core, parts);
  return withOwnOrProviderApproval(createSimulatedBank(parts), parts);
}

/**
 * With an identity provider, PSUs approve only there, so the bank appears without a bank app (`appMessage` null).
 * Otherwise PSUs approve on the pages of this service or in the bank app.
 */
export const withOwnOrProviderApproval = (bank: Bank, parts: BankDependencies): ChosenBank => ({
  bank: parts.identity === null ? bank : { ...bank, appMessage: null },
  approval: createApproval(parts, bank),
  hasUpstreamBank: false,
  usesSandboxAccounts: true,
  background: null,
});

function chooseUpstream(
  { client: upstream, secret }: UpstreamConnection,
  parts: BankDependencies,
): ChosenBank {
  const client = new BankClient({ upstream, secret, publicUrl: parts.settings.publicUrl });
  const { countIgnoredStatus, countUnknownPayment } = parts.metrics;
  const poller = createStatusPoller({
    ...parts,
    client,
    onIgnoredStatus: countIgnoredStatus,
    onUnknownPayment: countUnknownPayment,
    onGivenUp: (paymentId) => upstream.alarm('PAYMENT', { paymentId }),
  });
  const bank = createUpstreamBank({ client, poller });
  return {
    bank,
    approval: createUpstreamApproval({ ...parts, bank, client, poller }),
    hasUpstreamBank: true,
    usesSandboxAccounts: false,
    background: {
      tick: poller.pollDue,
      start: poller.start,
      stop: () => endOrAbort(poller.stop(), upstream),
    },
  };
}

function chooseCore(core: CoreConnection, parts: BankDependencies): ChosenBank {
  const worker = createOrderWorker({ ...parts, isDatabaseFault, carrier: createCarrier(core) });
  const { directUrl, url } = parts.databaseOptions;
  const orderListener = createListener({
    url: directUrl ?? url,
    channel: orderChannel,
    onNotification: worker.wake,
    // Notifications are lost while the listener is disconnected.
    onReconnect: worker.wake,
  });
  const queries = createCoreQueries(core.client, core.messages);
  const waitUntilFinal = createWaitUntilFinal(parts.events, parts.work);
  return {
    ...withOwnOrProviderApproval(createCoreBank({ ...parts, queries, waitUntilFinal }), parts),
    usesSandboxAccounts: false,
    background: {
      tick: worker.tick,
      start() {
        worker.start();
        orderListener.start().catch(parts.onError);
      },
      stop: async () =>
        void (await Promise.all([endOrAbort(worker.stop(), core.client), orderListener.stop()])),
    },
  };
}

/** Returns a function that waits until a payment is final or the time is over. */
const createWaitUntilFinal =
  (events: PaymentEvents, work: SharedWork) =>
  async (tppId: string, paymentId: string, milliseconds: number): Promise<void> => {
    const { payments } = work.of(tppId).stores;
    const timeout = AbortSignal.timeout(milliseconds);
    const changes = new EventEmitter();
    const stopWatching = await events.watch(paymentId, () => changes.emit('change'));
    try {
      while (!timeout.aborted) {
        // Listens before it reads, so that it misses no change during the read. `once` rejects when the time is over.
        const nextChange = once(changes, 'change', { signal: timeout }).catch(() => undefined);
        const payment = await payments.head(paymentId);
        if (payment === null || isFinal(payment.status)) return;
        await nextChange;
      }
    } finally {
      stopWatching();
    }
  };

const callsMayLastMs = 1_000;

/** Aborts the calls that still run `callsMayLastMs` after the stop began, so that a silent bank does not hold up the process. */
async function endOrAbort(
  stop: Promise<void>,
  client: Pick<UpstreamClient | CoreClient, 'close'>,
): Promise<void> {
  const timer = setTimeout(() => void client.close(), callsMayLastMs);
  await stop.finally(() => clearTimeout(timer));
}
