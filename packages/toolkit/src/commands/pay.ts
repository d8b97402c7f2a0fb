import { psuHeaders, type RequestCall, readHeaders } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodeOf, showExchange } from '../command/exchange.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { readNodes } from '../command/graphql-client.ts';
import { requestOptions } from '../command/options.ts';
import { corporateHeaders, instantPath, instantPayment, returnPageOf, usualPayment } from '../payments.ts';
import { textAt } from '../record.ts';
import { approvesRemotely, isSandbox } from '../send.ts';

const { header, 'psu-id': psuId, redirect, wrap } = requestOptions;

export const pay = defineCommand({
  name: 'pay',
  summary: 'sign and send an instant payment',
  words: [],
  options: {
    amount: { takes: 'AMOUNT', about: `amount in NOK (default: ${usualPayment.amount})` },
    creditor: { takes: 'BBAN', about: `creditor account (default: ${usualPayment.creditor})` },
    debtor: {
      takes: 'BBAN',
      about: `debtor account (default: ${usualPayment.debtor}); if a company of the sandbox owns it, the company acts as the PSU`,
    },
    text: {
      takes: 'TEXT',
      about:
        'message to the creditor (default: a text with the time, so that no payment is a logical duplicate)',
    },
    'psu-id': { ...psuId, about: 'act for this PSU instead of the default PSU of the TPP' },
    redirect: {
      ...redirect,
      about: 'address to which the bank returns the PSU (default: the return page of the sandbox)',
    },
    header,
    wrap,
  },
  example: `npm run tpp -- pay --amount 7.00 --text 'Coffee'`,
  async run(call) {
    const { debtor, header: headerLines = [] } = call.values;
    const chosenHeaders = readHeaders(headerLines);
    const sandbox = await isSandbox(call.base());
    const mayActForCompany = sandbox && chosenHeaders['psu-context'] === undefined;
    const company = mayActForCompany && debtor !== undefined ? await companyOf(call, debtor) : null;
    const headers = {
      ...psuHeaders(call),
      ...(company === null ? {} : corporateHeaders(company)),
      ...chosenHeaders,
    };
    if (!sandbox && headers['tpp-redirect-uri'] === returnPageOf(call.base()))
      throw new UsageError(
        'This bank is not a sandbox. With --redirect, name the https address to which it returns the PSU.',
      );
    const body = JSON.stringify(instantPayment(call.values));
    const url = `${call.base()}${instantPath}`;
    const answer = await showExchange(call, { method: 'POST', url, headers, body });
    if (company !== null)
      call.note(
        `\nThe debtor account belongs to a company, so the request had:\nPSU-Context: CORPORATE\nPSU-Corporate-ID: ${headers['psu-corporate-id']}`,
      );
    const href = textAt(answer.json, '_links', 'scaRedirect', 'href');
    const paymentId = textAt(answer.json, 'paymentId');
    if (href) call.note(`\nApprove it in a browser:\n  ${href}`);
    if (paymentId && sandbox && !(await approvesRemotely(call.base())))
      call.note(
        `${href ? 'Or approve' : '\nApprove'} it without a browser:\n  ${call.line(['approve', paymentId])}`,
      );
    if (paymentId) call.note(`Read its status:\n  ${call.line(['status', paymentId])}`);
    return paymentId === null ? exitCodes.refused : exitCodeOf(answer);
  },
});

/** The search for the debtor account reads at most this many accounts: twice as many as a seed may have. */
const accountsAtMost = 2_000;
const accountsQuery = `query ($first: Int!, $after: String) {
  items: sandboxAccounts(first: $first, after: $after) {
    nodes { bban customer { customerNumber customerType } }
    pageInfo { hasNextPage endCursor } } }`;

/** The number of the company that owns the account. null: there is none, or the sandbox does not answer. */
async function companyOf(call: RequestCall, bban: string): Promise<string | null> {
  // This call reports nothing: if it fails, the payment fails too, and the command reports that.
  const silentCall = { ...call, note: () => undefined };
  const accounts = await readNodes(silentCall, accountsQuery, accountsAtMost).catch(() => null);
  const account = accounts?.nodes.find((node) => textAt(node, 'bban') === bban.toUpperCase());
  const isCompany = textAt(account, 'customer', 'customerType') === 'CORPORATE';
  return isCompany ? textAt(account, 'customer', 'customerNumber') : null;
}
