/** `pay`: a first payment, with everything that it needs. */
import { headersOf, psuHeaders } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodeOf, showExchange } from '../command/exchange.ts';
import { requestOptions } from '../command/options.ts';
import { instantPath, instantPayment } from '../payments.ts';
import { textAt } from '../record.ts';

const { header, 'psu-id': psuId, wrap } = requestOptions;

export const pay = defineCommand({
  name: 'pay',
  summary: 'sign and send an instant payment',
  words: [],
  options: {
    amount: { takes: '125.50', about: 'in NOK' },
    creditor: { takes: 'BBAN', about: 'account of the creditor' },
    debtor: { takes: 'BBAN', about: 'account of the debtor' },
    text: { takes: 'TEXT', about: 'message to the creditor; else the time, so that no two are alike' },
    'psu-id': { ...psuId, about: 'another PSU than the one that this TPP always acts for' },
    header,
    wrap,
  },
  example: `npm run tpp -- pay --amount 7.00 --text 'Coffee'`,
  async run(call) {
    const headers = { ...psuHeaders(call), ...headersOf(call) };
    const body = JSON.stringify(instantPayment(call.values));
    const url = `${call.base()}${instantPath}`;
    const answer = await showExchange(call, { method: 'POST', url, headers, body });
    const href = textAt(answer.json, '_links', 'scaRedirect', 'href');
    const paymentId = textAt(answer.json, 'paymentId');
    const same = again(call.values);
    if (href) {
      call.note(`\nApprove it in a browser:\n  ${href}`);
      call.note(`Or play all of it here, the approval too:\n  npm run tpp -- flow instant${same}`);
    }
    if (paymentId) call.note(`Read its status:\n  npm run tpp -- status ${paymentId}${same}`);
    return exitCodeOf(answer);
  },
});

/** The options that the next command needs as well, to be printed with it. */
function again(values: Readonly<Record<string, unknown>>): string {
  const repeated = ['url', 'as', 'certificate', 'key'].filter((name) => values[name] !== undefined);
  return repeated.map((name) => ` --${name} ${values[name]}`).join('');
}
