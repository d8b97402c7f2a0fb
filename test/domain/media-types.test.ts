import { describe, expect, it } from 'vitest';
import { requireAcceptedType, requireJsonBody } from '../../src/domain/media-types.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { cheapest } from '../support/cost.ts';

const reading = (headers: Readonly<Record<string, string>>) => (name: string) =>
  headers[name.toLowerCase()] ?? null;
const json = ['application/json'];

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.tppMessages[0]?.path}`;
    throw error;
  }
  return 'taken';
}
const sent = (type: string) => refusal(() => requireJsonBody(reading({ 'content-type': type })));
const accepts = (accept: string, offers = json) => requireAcceptedType(reading({ accept }), offers);

describe('Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ',
    'application/json;',
    'application/json ; ',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; charset="ut\\f-8"',
    'application/json; odata=verbose',
    'application/json; version=1; charset=utf-8; x="a;b,c"',
    'application/json; charset',
    'application/json; charset=utf-8; charset=utf-16',
  ])('%j is JSON', (type) => expect(sent(type)).toBe('taken'));
  it.each([
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json+x',
    'application/problem+json',
    'application/json, text/plain',
    'application/json text/plain',
    'application',
    '*/*',
    ';charset=utf-8',
    'application/json; charset=iso-8859-1',
    'application/json; charset=""',
    'application/json; charset=utf-16',
    'application/json; CHARSET="us-ascii"',
  ])('%j is not JSON', (type) => expect(sent(type)).toBe('415 Content-Type'));
  it('may be absent, where JSON is the default', () => {
    expect(refusal(() => requireJsonBody(reading({})))).toBe('taken');
    expect(refusal(() => requireJsonBody(reading({}), { typeRequired: true }))).toBe('415 Content-Type');
  });
});

describe('Content-Encoding', () => {
  it.each(['identity', 'Identity', ' identity , identity', ''])('%j changes nothing', (encoding) =>
    expect(refusal(() => requireJsonBody(reading({ 'content-encoding': encoding })))).toBe('taken'),
  );
  it.each(['gzip', 'br', 'identity, gzip', 'x-gzip', 'identity;q=1', '*'])('%j is refused', (encoding) =>
    expect(refusal(() => requireJsonBody(reading({ 'content-encoding': encoding })))).toBe(
      '415 Content-Encoding',
    ),
  );
});

describe('Accept', () => {
  it.each([
    '',
    ' ',
    ',',
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json;odata=verbose',
    'application/json; profile="a,b;c"; q=0.1',
    'text/html, application/json;q=0.1',
    'text/html,,*/*;q=0.001',
    'application/json; charset=iso-8859-1, application/json; charset=utf-8',
  ])('%j takes JSON', (accept) => expect(accepts(accept)).toEqual(json));
  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    'application/json;q=0.0',
    '*/*;q=0',
    'application/json;q=0, */*',
    'application/json; charset=utf-16',
    'garbage',
    'application/json;q=x',
    'text/html;q="1, */*"',
  ])('%j does not take JSON', (accept) => expect(refusal(() => accepts(accept))).toBe('406 Accept'));
  it('orders by preference, then by the order of the offer', () => {
    const offers = ['application/graphql-response+json', 'application/json', 'text/event-stream'];
    expect(accepts('*/*', offers)).toEqual(offers);
    expect(accepts('text/event-stream, application/json;q=0.5', offers)).toEqual([
      'text/event-stream',
      'application/json',
    ]);
  });
  it('lists the supported types', () => {
    expect(() => accepts('text/html', ['application/json', 'text/event-stream'])).toThrow(
      'application/json or text/event-stream',
    );
  });
});

describe('16 KiB of a header', () => {
  const worst = (part: string, open = '') => open + part.repeat(16_384 / part.length);
  const timed = (act: () => unknown) => cheapest(() => refusal(act), 50);
  it.each([
    ',',
    ';',
    '"',
    '\\"',
    ' ',
    '=',
    'a/b,',
    '*/*,',
    'a/b;c="",',
    ';a=1',
    ';q=1',
    'application/json;charset=x,',
  ])('%j takes less than 50 ms and does not grow in the response', (part) => {
    for (const open of ['', 'application/json', 'application/json;charset="', '*/*;']) {
      const header = worst(part, open);
      expect(timed(() => accepts(header))).toBeLessThan(50);
      expect(timed(() => sent(header))).toBeLessThan(50);
      expect(timed(() => requireJsonBody(reading({ 'content-encoding': header })))).toBeLessThan(50);
    }
  });
});
