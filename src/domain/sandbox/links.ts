import { type Link, link, type Verb } from '../payments/links.ts';

export type SandboxLinks = Readonly<Record<'self', Link>> &
  Readonly<Partial<Record<'transactions' | 'balances', Link>>>;

const base = '/v1/sandbox';

export function customerLinks(customerId: string): SandboxLinks {
  return { self: link(`${base}/customers/${customerId}`, 'GET', 'DELETE') };
}

export const accountLinks = (resourceId: string) =>
  linksWithBalances(`${base}/accounts/${resourceId}`, { transactions: ['GET'] });

export const cardAccountLinks = (resourceId: string) =>
  linksWithBalances(`${base}/card-accounts/${resourceId}`, { transactions: ['GET', 'POST'] });

const linksWithBalances = (self: string, verbs: Record<'transactions', Verb[]>): SandboxLinks => ({
  self: link(self, 'GET', 'DELETE'),
  balances: link(`${self}/balances`, 'PUT'),
  transactions: link(`${self}/transactions`, ...verbs.transactions),
});

export function engagementLinks(agreementId: string, engagementId: string): SandboxLinks {
  return { self: link(`${base}/agreements/${agreementId}/engagements/${engagementId}`, 'GET', 'DELETE') };
}
