/** Creates resources of a sandbox by REST, and returns them as its responses show them. */
import type { Tpp } from '../../support/bank.ts';
import { accountBody, cardAccountBody, customerBody } from './bodies.ts';

async function create(tpp: Tpp, name: string, body: object) {
  const { status, json, text } = await tpp.rest('POST', `/v1/sandbox/${name}`, { body });
  if (status !== 201) throw new Error(text);
  return json;
}

export const newCustomer = (tpp: Tpp, type?: 'private' | 'corporate') =>
  create(tpp, 'customers', customerBody(type));

export const newAccount = (tpp: Tpp, customerNumber: string, change: object = {}) =>
  create(tpp, 'accounts', { ...accountBody(customerNumber), ...change });

export const newCardAccount = (tpp: Tpp, customerNumber: string) =>
  create(tpp, 'card-accounts', cardAccountBody(customerNumber));
