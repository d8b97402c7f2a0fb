import { psuIdOf, returnPageOf, sessionHeaders } from '../payments.ts';
import { at, textAt } from '../record.ts';
import type { Answer } from '../send.ts';
import { type BodyChoices, bodyOf, pathOf } from './bodies.ts';
import { customerOf, type PlayCustomer } from './customer.ts';
import type { FlowProduct } from './outlines.ts';
import { createPlayer, linkOf, type Player, type PlayerOptions, type Step, StoryError } from './player.ts';

export interface FlowOptions extends PlayerOptions {
  readonly product: FlowProduct;
  readonly outcome?: 'APPROVE' | 'REJECT';
  readonly customerNumber?: string | undefined;
  /** A customer whom the caller chose, so that many flows read the customers only once. */
  readonly customer?: PlayCustomer;
}

export interface Flow {
  readonly id: string;
  readonly transactionStatus: string;
  readonly steps: readonly Step[];
}

export async function playFlow(options: FlowOptions): Promise<Flow> {
  const { base, identity, product, outcome = 'APPROVE' } = options;
  const player = createPlayer(options);
  const customer = options.customer ?? (await customerOf(options, options.customerNumber));
  const { customerNumber, debtor } = customer;
  const headers = {
    ...sessionHeaders({ psuId: psuIdOf(identity), returnTo: returnPageOf(base) }),
    ...(customer.corporate ? { 'psu-corporate-id': customerNumber } : {}),
  };
  const kind = product === 'basket' ? 'domestic' : product;
  const choices: BodyChoices = {
    debtor,
    ...(kind === 'periodic' ? { startDate: await nextWeek(options) } : {}),
  };
  const create = (status: number) =>
    player.expect(status, 'POST', pathOf(kind), headers, bodyOf(kind, choices));
  // The session is new, so the bank refuses the first creation with a link to the log-in.
  await player.visit(await create(401), customerNumber);
  const first = await create(201);
  const resource = product === 'basket' ? await basketOf(player, headers, [first, await create(201)]) : first;
  const authorisation = await player.expect(201, 'POST', linkOf(resource, 'startAuthorisation'), headers);
  await player.visit(authorisation, customerNumber, outcome);
  const statusAnswer = await player.expect(200, 'GET', linkOf(resource, 'status'));
  return {
    id: textAt(resource.json, product === 'basket' ? 'basketId' : 'paymentId') ?? '',
    transactionStatus: textAt(statusAnswer.json, 'transactionStatus') ?? '',
    steps: player.steps,
  };
}

const basketOf = (player: Player, headers: Record<string, string>, payments: readonly Answer[]) =>
  player.expect(201, 'POST', '/v1/signing-baskets', headers, {
    paymentIds: payments.map(({ json }) => textAt(json, 'paymentId')),
  });

/** A date by the sandbox clock, which may be ahead of this machine. */
async function nextWeek({ base, identity }: PlayerOptions): Promise<string> {
  // A player of its own, because this query is not a step of the flow.
  const player = createPlayer({ base, identity });
  const clock = at(await player.graphql('{ viewer { clock } }'), 'viewer', 'clock');
  const now = Date.parse(String(clock));
  if (Number.isNaN(now)) throw new StoryError('The bank did not return its clock.');
  return new Date(now + 7 * 86_400_000).toISOString().slice(0, 10);
}
