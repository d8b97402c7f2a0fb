import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  body,
  certificateHeader,
  days,
  demands,
  guardWith,
  issue,
  keyIdOf,
  now,
  otherKeyPem,
  outcome,
  refusalOf,
  request,
  type Sketch,
  sha256,
  tpp,
} from './support.ts';

const guard = guardWith();
const verdict = (sketch: Sketch, demanded: Parameters<typeof guard.verify>[1] = demands) =>
  outcome(() => guard.verify(request(sketch), demanded));
const texts = (sketch: Sketch, judge = guard) =>
  refusalOf(() => judge.verify(request(sketch), demands))?.tppMessages.map((message) => message.text ?? '') ??
  [];

const psu = {
  'psu-id': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'psu-corporate-id': 'corp-1',
  'tpp-redirect-uri': 'https://tpp.example/r?x=1',
};
const base = ['date', 'digest', 'x-request-id'];

describe('a request is accepted', () => {
  it('and its caller identified, with the verified signature', () => {
    const sent = request();
    expect(guard.verify(sent, demands)).toEqual({
      tppId: 'PSDNO-FSA-1',
      name: 'First TPP AS',
      roles: ['PSP_PI', 'PSP_AI'],
      domains: [],
      signature: /signature="([^"]+)"/.exec(sent.headers.get('signature') ?? '')?.[1],
      // Serial and issuer, by which a revocation finds the sessions of the certificate.
      certificate: expect.stringMatching(/^[0-9a-f]+ .*test ca/i),
      certificateEnd: Date.parse(new X509Certificate(tpp.certificatePem).validTo),
    });
  });

  it('again, from the cache of certificates', () => {
    for (let turn = 0; turn < 3; turn += 1) expect(verdict({})).toBe('accepted');
  });

  it.each<[string, Sketch]>([
    ['without a body and without Digest', { method: 'GET', body: null }],
    ['with an empty body and without Digest', { body: new Uint8Array(), headers: { digest: null } }],
    ['with all PSU headers covered', { headers: psu, covered: [...base, ...Object.keys(psu)] }],
    [
      'with (request-target) and host covered',
      { headers: { host: 'bank.example' }, covered: [...base, '(request-target)', 'host'] },
    ],
    [
      'with the certificate and other headers covered',
      { headers: { accept: 'a/b' }, covered: [...base, 'tpp-signature-certificate', 'accept'] },
    ],
    ['with headers that need not be covered', { headers: { 'psu-ip-address': '192.0.2.1' } }],
    [
      'with an empty header covered',
      { headers: { 'psu-corporate-id': '' }, covered: [...base, 'psu-corporate-id'] },
    ],
    ['with covered names in another order and case', { covered: ['X-Request-ID', 'DIGEST', 'Date'] }],
    ['with the algorithm written large', { algorithm: 'RSA-SHA256' }],
    [
      'with header values in bytes beyond ASCII',
      { headers: { 'psu-id': 'Ã¸' }, covered: [...base, 'psu-id'] },
    ],
    ['with a repeated header joined', { headers: { 'psu-id': 'a, b' }, covered: [...base, 'psu-id'] }],
    ['with Date in another zone', { headers: { date: 'Mon, 15 Jun 2026 14:00:00 +0200' } }],
    [
      'signed in an encoded word',
      { wrap: (header) => `=?utf-8?B?${Buffer.from(header).toString('base64')}?=` },
    ],
    ['with an id that is no UUID', { headers: { 'x-request-id': 'TEST_SCRIPT_REQUEST_ID_123456' } }],
  ])('%s', (_, sketch) => {
    expect(verdict(sketch)).toBe('accepted');
  });

  it('without Digest where none is required', () => {
    expect(verdict({ headers: { digest: null } }, { digestRequired: false })).toBe('accepted');
  });

  it('with any role where none is required', () => {
    expect(verdict({ identity: issue({ roles: ['PSP_IC'] }) }, { digestRequired: true })).toBe('accepted');
  });

  it('from a certificate without roles, in a sandbox', () => {
    expect(verdict({ identity: issue({ roles: null }) })).toBe('accepted');
  });
});

describe('400: a header is missing', () => {
  it.each(['Date', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature', 'Digest'])('%s', (name) => {
    expect(verdict({ headers: { [name]: null } })).toBe(`400 HTTP_HEADER_REQUIRED ${name}`);
  });

  it.each(['Date', 'X-Request-ID', 'TPP-Signature-Certificate', 'Digest'])(
    '%s is present but empty',
    (name) => {
      expect(verdict({ headers: { [name]: '' } })).toBe(`400 HTTP_HEADER_REQUIRED ${name}`);
    },
  );

  it('and all missing headers are named together, in the order of the table of headers', () => {
    const bare = { method: 'POST', target: '/', headers: new Headers(), body };
    expect(outcome(() => guard.verify(bare, demands))).toBe(
      '400 HTTP_HEADER_REQUIRED X-Request-ID Date TPP-Signature-Certificate Signature Digest',
    );
  });
});

describe('401: the signature covers too little or too much', () => {
  it.each<[string, Sketch]>([
    ['not Date', { covered: ['digest', 'x-request-id'] }],
    ['not X-Request-ID', { covered: ['date', 'digest'] }],
    ['not Digest, which is there', { covered: ['date', 'x-request-id'] }],
    [
      'not a Digest that nobody demanded',
      {
        body: null,
        headers: { digest: `SHA-256=${sha256(Buffer.alloc(0))}` },
        covered: ['date', 'x-request-id'],
      },
    ],
    ['not PSU-ID', { headers: psu, covered: [...base, 'psu-corporate-id', 'tpp-redirect-uri'] }],
    ['not PSU-Corporate-ID', { headers: psu, covered: [...base, 'psu-id', 'tpp-redirect-uri'] }],
    ['not TPP-Redirect-URI', { headers: psu, covered: [...base, 'psu-id', 'psu-corporate-id'] }],
    ['a header that the request lacks', { covered: [...base, 'psu-id'] }],
    ['Digest, which the request lacks', { body: null, covered: base }],
    ['(created)', { covered: [...base, '(created)'] }],
    ['(expires)', { covered: [...base, '(expires)'] }],
    ['a name that no header has', { covered: [...base, 'häst'] }],
    ['a name twice', { covered: [...base, 'date'] }],
  ])('%s', (_, sketch) => {
    expect(verdict(sketch)).toBe('401 SIGNATURE_INVALID Signature');
  });

  it('when a covered header is taken out, added to or repeated on the way', () => {
    const changes: ((headers: Headers) => void)[] = [
      (headers) => headers.delete('psu-id'),
      (headers) => headers.set('psu-id', 'another'),
      (headers) => headers.append('psu-id', 'another'),
      (headers) => headers.append('x-request-id', 'another'),
      (headers) => headers.set('psu-corporate-id', 'smuggled in'),
    ];
    for (const change of changes) {
      const sent = request({ headers: { 'psu-id': 'a' }, covered: [...base, 'psu-id'] });
      change(sent.headers as Headers);
      expect(outcome(() => guard.verify(sent, demands))).toBe('401 SIGNATURE_INVALID Signature');
    }
  });
});

describe('401: the signature belongs to another request', () => {
  it.each<[string, Sketch]>([
    [
      'by another key of the same TPP',
      { keyId: keyIdOf(tpp.certificatePem), identity: { ...tpp, privateKeyPem: otherKeyPem } },
    ],
    ['by another algorithm', { algorithm: 'rsa-sha512' }],
    ['by no algorithm', { algorithm: null }],
    ['by a value that is not Base64', { wrap: (header) => header.replace('signature="', 'signature="*') }],
    ['under the keyId of another certificate', { keyId: keyIdOf(issue().certificatePem) }],
    ['under another issuer', { keyId: keyIdOf(tpp.certificatePem).replace('Test CA', 'Other CA') }],
  ])('%s', (_, sketch) => {
    expect(verdict(sketch)).toBe('401 SIGNATURE_INVALID Signature');
  });

  it('for another method or target when these are covered', () => {
    const sent = request({ covered: [...base, '(request-target)'] });
    for (const other of [
      { ...sent, method: 'PUT' },
      { ...sent, target: `${sent.target}&x=1` },
    ]) {
      expect(outcome(() => guard.verify(other, demands))).toBe('401 SIGNATURE_INVALID Signature');
    }
  });

  it.each<[string, Uint8Array | null]>([
    ['another body', Buffer.from('{"amount":"9.00"}')],
    ['no body', null],
  ])('for %s, by its Digest', (_, other) => {
    expect(outcome(() => guard.verify({ ...request(), body: other }, demands))).toBe(
      '401 SIGNATURE_INVALID Digest',
    );
  });
});

describe('401: the Date header', () => {
  const at = (seconds: number) => ({ headers: { date: new Date(now + seconds * 1_000).toUTCString() } });

  it.each([-300, -299, 0, 299, 300])('%i seconds from the clock is accepted', (seconds) => {
    expect(verdict(at(seconds))).toBe('accepted');
  });

  it.each([-301, 301, -86_400, 86_400])('%i seconds from the clock is refused', (seconds) => {
    expect(verdict(at(seconds))).toBe('401 SIGNATURE_INVALID Date');
  });

  it('is compared with whole seconds of the clock', () => {
    const late = guardWith({ now: () => now + 999 });
    expect(outcome(() => late.verify(request(at(-300)), demands))).toBe('accepted');
    expect(outcome(() => late.verify(request(at(-301)), demands))).toBe('401 SIGNATURE_INVALID Date');
  });

  it.each(['yesterday', '2026-06-15T12:00:00Z', 'Tue, 15 Jun 2026 12:00:00 GMT'])(
    'as %j is refused',
    (date) => {
      expect(verdict({ headers: { date } })).toBe('401 SIGNATURE_INVALID Date');
    },
  );
});

it.each([
  ['Date', new Date(now).toUTCString()],
  ['Date', '15 Jun 2026 14:00:00 +0200'],
  ['TPP-Signature-Certificate', certificateHeader(tpp.certificatePem)],
])('a refusal says that %s was sent twice (case %#)', (name, value) => {
  const end = '; the bank received 2 values, joined by commas';
  expect(texts({ headers: { [name]: `${value}, ${value}` } })).toEqual([expect.stringMatching(`${end}$`)]);
  expect(texts({ headers: { [name]: `${value}, x` } }).join()).not.toContain(end);
});

describe('one refusal names all faults', () => {
  const wrongs: Sketch['headers'] = { date: 'yesterday', digest: 'x' };
  const expired = issue(days(-9, -1));
  const said = (sketch: Sketch, sent = request(sketch)) => {
    const refusal = refusalOf(() => guard.verify(sent, demands));
    const named = refusal?.tppMessages.map(({ code, path }) => `${code} ${path}`);
    return {
      named,
      unread: refusal?.extras.unchecked ?? [],
      texts: refusal?.tppMessages.map(({ text }) => text),
    };
  };

  it('in the order certificate, signature header, Date, signature value, Digest, role; the first gives the status', () => {
    expect(verdict({ identity: expired, algorithm: 'none', headers: wrongs })).toBe(
      '401 CERTIFICATE_EXPIRED TPP-Signature-Certificate Signature Date Digest',
    );
    expect(verdict({ algorithm: 'none', headers: wrongs })).toBe(
      '401 SIGNATURE_INVALID Signature Date Digest',
    );
    expect(verdict({ headers: wrongs })).toBe('401 SIGNATURE_INVALID Date Digest');
    const identity = { ...issue({ roles: ['PSP_AI'] }), privateKeyPem: otherKeyPem };
    expect(said({ identity, headers: wrongs }).named).toEqual([
      'SIGNATURE_INVALID Date',
      'SIGNATURE_INVALID Signature',
      'SIGNATURE_INVALID Digest',
      'ROLE_INVALID TPP-Signature-Certificate',
    ]);
    expect(verdict({ identity: issue({ roles: ['PSP_AI'] }) })).toBe(
      '403 ROLE_INVALID TPP-Signature-Certificate',
    );
  });

  it('of the certificate and of the signature header', () => {
    const identity = issue({ ...days(-5, -1), keyBits: 1_024, organizationIdentifier: 'A B' });
    const { named, texts: told } = said({ identity, wrap: () => 'algorithm="none",headers="date date"' });
    expect(named).toEqual([
      'CERTIFICATE_INVALID TPP-Signature-Certificate',
      'CERTIFICATE_INVALID TPP-Signature-Certificate',
      'CERTIFICATE_EXPIRED TPP-Signature-Certificate',
      ...Array(5).fill('SIGNATURE_INVALID Signature'),
    ]);
    expect(told?.[0]).toContain('RSA key of 2048 to 8192 bits');
    expect(told?.slice(3)).toEqual([
      'the parameter keyId="…" is missing',
      'the algorithm must be rsa-sha256',
      'the parameter headers contains a name twice',
      'the parameter signature="…" is missing',
      'the signature must cover x-request-id, digest',
    ]);
  });

  it('and says which checks could not be made because of it', () => {
    expect(said({ headers: wrongs }).unread).toEqual([]);
    expect(said({ covered: [...base, 'psu-id'] }).unread).toEqual(['signature value']);
    const identity = issue({ keyBits: 1_024 });
    expect(said({ identity }).unread).toEqual(['signature of the CA', 'keyId', 'signature value', 'role']);
    const withoutRole = refusalOf(() => guard.verify(request({ identity }), { digestRequired: true }));
    expect(withoutRole?.extras.unchecked).toEqual(['signature of the CA', 'keyId', 'signature value']);
  });

  it('of covered headers that are missing only the first, and the number of others', () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `x-${at}`);
    const { texts: told } = said({ covered: [...base, ...names] });
    expect(told).toEqual([
      'the signature covers x-0, x-1, x-2, x-3, x-4 and 1995 more, which the request does not contain',
    ]);
    expect(said({ covered: [...base, ...names.slice(0, 5)] }).texts).toEqual([
      'the signature covers x-0, x-1, x-2, x-3, x-4, which the request does not contain',
    ]);
  });

  it('but computes no digest of a long body for a signature that does not verify', () => {
    const tampered = { ...tpp, privateKeyPem: otherKeyPem };
    const headersOf = { digest: 'SHA-256=AAAA' };
    const long = said({ identity: tampered, body: Buffer.alloc(16_385), headers: headersOf });
    expect(long.named).toEqual(['SIGNATURE_INVALID Signature']);
    expect(long.unread).toEqual(['digest']);
    const short = said({ identity: tampered, body: Buffer.alloc(16_384), headers: headersOf });
    expect(short.named).toEqual(['SIGNATURE_INVALID Signature', 'SIGNATURE_INVALID Digest']);
    expect(said({ body: Buffer.alloc(16_385), headers: headersOf }).named).toEqual([
      'SIGNATURE_INVALID Digest',
    ]);
  });
});

describe('403: the role', () => {
  it.each([
    ['is another one', issue({ roles: ['PSP_AI', 'PSP_IC', 'PSP_AS'] })],
    ['is none', issue({ roles: [] })],
  ])('%s', (_, identity) => {
    expect(verdict({ identity })).toBe('403 ROLE_INVALID TPP-Signature-Certificate');
  });

  it('must be in the certificate outside a sandbox, for any operation', () => {
    const strict = guardWith({ mustStateRoles: true });
    const silent = request({ identity: issue({ roles: null }) });
    for (const demanded of [demands, { digestRequired: true }, { digestRequired: true, role: null }]) {
      expect(outcome(() => strict.verify(silent, demanded))).toBe(
        '403 ROLE_INVALID TPP-Signature-Certificate',
      );
      expect(outcome(() => strict.verify(request(), demanded))).toBe('accepted');
    }
  });
});

describe('a sandbox explains, production does not', () => {
  const quiet = guardWith({ explain: false });
  const tampered = { identity: { ...tpp, privateKeyPem: otherKeyPem } };

  it('the signing string that the bank built', () => {
    const [text = ''] = texts(tampered);
    expect(text).toContain(
      `: date: Mon, 15 Jun 2026 12:00:00 GMT\\ndigest: SHA-256=${sha256(body)}\\nx-request-id: 4b3c`,
    );
    expect(texts(tampered, quiet)).toEqual(['the signature does not match the request']);
    expect(refusalOf(() => guard.verify(request(tampered), demands))?.extras).toMatchObject({
      detail: 'mismatch',
      compared: { of: 'SIGNING_STRING', expected: expect.stringMatching(/^date: Mon/), received: null },
    });
  });

  it('a long signing string over several messages', () => {
    const uri = `https://tpp.example/${'r'.repeat(1_500)}`;
    const sketch = {
      ...tampered,
      headers: { 'tpp-redirect-uri': uri },
      covered: [...base, 'tpp-redirect-uri'],
    };
    const parts = texts(sketch);
    expect(parts.map((text) => text.replace(/: [\s\S]*/, ''))).toEqual([
      expect.stringMatching(/^the signature does not match the signing string that the bank built/),
      ...[2, 3, 4].map((part) => `signing string, part ${part}`),
    ]);
    expect(texts({ ...sketch, headers: { 'tpp-redirect-uri': `${uri}${'r'.repeat(4_000)}` } })).toHaveLength(
      8,
    );
    const joined = parts.map((text) => text.replace(/^[^:]*: /, '')).join('');
    expect(joined).toContain(`tpp-redirect-uri: ${uri}`);
    expect(Math.max(...parts.map((text) => text.length))).toBeLessThanOrEqual(512);
  });

  it('a date of today', () => {
    const sketch = { headers: { date: 'Tue, 15 Jun 2026 12:00:00 GMT' } };
    expect(texts(sketch)[0]).toMatch(/, such as Mon, 15 Jun 2026 12:00:00 GMT$/);
    expect(texts(sketch, quiet)[0]).not.toContain('2026');
  });

  it('names that are separated by commas, and only these', () => {
    const wrap = (header: string) => header.replace('date digest', 'date, digest,');
    expect(texts({ wrap })).toEqual([
      'the names in the parameter headers must be separated by spaces, not by commas',
    ]);
  });

  it('a certificate whose PEM was encoded in Base64 again', () => {
    const twice = Buffer.from(tpp.certificatePem).toString('base64');
    const key = Buffer.from(otherKeyPem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64');
    const textOf = (header: string) => texts({ headers: { 'tpp-signature-certificate': header } })[0];
    expect(textOf(twice)).toBe(
      'the header is PEM that was encoded in Base64 again: send the Base64 between BEGIN and END',
    );
    expect(textOf(key)).toContain('not an X.509 certificate of version 3');
  });

  it('the headers that are not covered', () => {
    const sketch = { headers: psu, covered: ['date', 'x-request-id'] };
    expect(texts(sketch)).toEqual([
      'the signature must cover digest, psu-id, psu-corporate-id, tpp-redirect-uri',
    ]);
    expect(texts(sketch, quiet)[0]).not.toContain('psu-id');
  });

  it('both serial numbers, both issuers', () => {
    const other = issue();
    const [serials = ''] = texts({ keyId: keyIdOf(other.certificatePem) });
    expect(serials).toContain(/SN=(\w+)/.exec(keyIdOf(other.certificatePem))?.[1]);
    expect(serials).toContain(/SN=(\w+)/.exec(keyIdOf(tpp.certificatePem))?.[1]);
    const [issuers = ''] = texts({ keyId: keyIdOf(tpp.certificatePem).replace('Test CA', 'Other CA') });
    expect(issuers).toContain('CN=Other CA');
    expect(issuers).toContain('CN=Test CA');
    expect(texts({ keyId: keyIdOf(other.certificatePem) }, quiet)).toEqual([
      'keyId does not match the certificate',
    ]);
  });

  it('the clock of the bank', () => {
    const sketch = { headers: { date: 'Mon, 15 Jun 2026 11:00:00 GMT' } };
    expect(texts(sketch)[0]).toContain('Mon, 15 Jun 2026 12:00:00 GMT');
    expect(texts(sketch, quiet)[0]).not.toContain('12:00:00');
  });
});

describe('a TPP', () => {
  it('stays the same when its certificate is renewed', () => {
    const renewed = issue({ organizationName: 'First TPP Holding AS', commonName: 'seal 2' });
    const caller = guard.verify(request({ identity: renewed }), demands);
    expect(caller).toMatchObject({ tppId: 'PSDNO-FSA-1', name: 'First TPP Holding AS' });
  });

  it('without organizationIdentifier is its subject, the same when renewed and no other', () => {
    const named = (organizationName: string) =>
      guard.verify(request({ identity: issue({ organizationIdentifier: null, organizationName }) }), demands)
        .tppId;
    expect(named('A, B')).toBe(named('a,  b'));
    expect(named('A, B')).not.toBe(named('A'));
    expect(named('A')).toContain('2.5.4.10=a');
  });

  it('cannot act under the certificate of another: the key decides', () => {
    const other = issue({ organizationIdentifier: 'PSDNO-FSA-2', privateKeyPem: otherKeyPem });
    const identity = { certificatePem: tpp.certificatePem, privateKeyPem: other.privateKeyPem };
    expect(verdict({ identity })).toBe('401 SIGNATURE_INVALID Signature');
  });
});
