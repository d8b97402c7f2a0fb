/** A request is one span, with its stages below it, and the statements of PostgreSQL below these. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';
import { newTrace, shapeOf } from './support/collector.ts';
import { startTracedBank, type TracedBank } from './support/traced-bank.ts';

let bank: TracedBank;
beforeAll(async () => {
  bank = await startTracedBank();
});
afterAll(() => bank.stop());

it('a creation', async () => {
  const tpp = bank.tpp();
  for (let i = 0; i < 2; i += 1) {
    const { traceId, traceparent } = newTrace();
    const made = await tpp.rest('POST', domesticPath, {
      body: { ...domestic.example, creditorName: `Name ${i}` },
      headers: { ...psuHeaders, traceparent },
    });
    expect(made.status).toBe(201);
    const span = await bank.collector.traceOf(traceId);
    console.log(shapeOf(span).join('\n'), JSON.stringify(span.attributes));
    const texts = bank.collector.spans.map((s) => s.attributes.find((a) => a.key === 'db.query.text')?.value.stringValue as string).filter(Boolean);
    console.log(texts.map((t) => t.length));
  }
  const { traceId, traceparent } = newTrace();
    const made = await tpp.graphqlRaw('{ viewer { tppId } payments(first: 2) { edges { node { paymentId history { edges { node { to } } } } } } }', {}, {headers: {traceparent}});
    console.log(made.text.slice(0,300));
    const span = await bank.collector.traceOf(traceId);
    console.log(shapeOf(span).join('\n'), JSON.stringify(span.attributes));
});
