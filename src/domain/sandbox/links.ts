/** Links of the sandbox's records: relative from /v1/, the same through both doors. */
import { type Link, link } from '../payments/links.ts';

export type SandboxLinks = Readonly<Record<'self', Link>> &
  Readonly<Partial<Record<'transactions' | 'balances', Link>>>;

const base = '/v1/sandbox';

export function customerLinks(customerId: string): SandboxLinks {
  return { self: link(`${base}/customers/${customerId}`, 'GET', 'DELETE') };
}

export function accountLinks(resourceId: string): SandboxLinks {
  const self = `${base}/accounts/${resourceId}`;
  return {
    self: link(self, 'GET', 'DELETE'),
    balances: link(`${self}/balances`, 'PUT'),
    transactions: link(`${self}/transactions`, 'GET'),
  };
}

export function cardAccountLinks(resourceId: string): SandboxLinks {
  const self = `${base}/card-accounts/${resourceId}`;
  return {
    self: link(self, 'GET', 'DELETE'),
    balances: link(`${self}/balances`, 'PUT'),
    transactions: link(`${self}/transactions`, 'GET', 'POST'),
  };
}

export function engagementLinks(agreementId: string, engagementId: string): SandboxLinks {
  return { self: link(`${base}/agreements/${agreementId}/engagements/${engagementId}`, 'GET', 'DELETE') };
}
