import { expect, it } from 'vitest';
import { instantDomestic } from '/work/main/src/domain/payments/products/instant-domestic.ts';
import { psuHeaders, startBank } from '/work/main/test/support/bank.ts';
import { Visitor } from '/work/main/test/web/visitor.ts';
it('goes', async () => {
  const bank = await startBank(); const tpp = bank.tpp();
  const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
  const made = await tpp.rest('POST', path, { body: instantDomestic.example, headers: psuHeaders });
  console.log(made.text);
  const v = new Visitor(bank, made.json._links.scaRedirect.href);
  console.log((await v.open()).text);
  const id = await v.identify('13039319955'); console.log(id.status, id.location, [...id.headers]);
  const page = await v.open(); console.log(page.text);
  const code = /sandbox-code">(\d+)/.exec(page.text)?.[1] ?? '';
  const done = await v.approve(code); console.log(done.status, done.location, done.text);
  const again = await v.open(); console.log(again.status, again.text);
  console.log(bank.log);
  await bank.stop();
});
