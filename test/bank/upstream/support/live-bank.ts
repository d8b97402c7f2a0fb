/**
 * A test bank that answers as platforms of this interface do: a base path, ids that begin with `enc!!`, no
 * `authorisationId`, amounts as texts or numbers, relative links. `next` makes single responses fail.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Answers a request differently; `usual` lets the bank act and returns its usual response. */
export type Fault = (response: ServerResponse, request: Received, usual: () => Reply) => void | Promise<void>;

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LiveBankOptions {
  /** Amounts as JSON numbers, as platforms wrote them before 2020. */
  readonly numbers?: boolean;
  /** Sessions without a log-in get a challenge; otherwise no session needs one. */
  readonly challenges?: boolean;
  /** TLS with client certificates. */
  readonly tls?: ServerOptions;
}

interface Payment {
  readonly id: string;
  readonly path: string;
  readonly instruction: Readonly<Record<string, unknown>>;
  status: string;
}

interface Approval {
  readonly redirectUri: string;
  readonly approve: () => void;
  readonly session: { readonly psuId: string; readonly sessionId: string };
}

export interface LiveBank {
  readonly url: string;
  readonly received: readonly Received[];
  next(...faults: readonly Fault[]): void;
  /** The fault of every later request; null: none. */
  always(fault: Fault | null): void;
  readonly payments: ReadonlyMap<string, Readonly<Payment>>;
  opened(): number;
  /** Stops listening and cuts connections; `back` listens again at the same port. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

const link = (href: string, ...verbs: readonly string[]) => ({ href, verbs });
const basePath = '/api';
const newId = (): string => `enc!!${randomBytes(30).toString('base64url')}=`;

export async function startLiveBank(options: LiveBankOptions = {}): Promise<LiveBank> {
  const { numbers = false, challenges = false } = options;
  const received: Received[] = [];
  const faults: Fault[] = [];
  let standing: Fault | null = null;
  const payments = new Map<string, Payment>();
  const baskets = new Map<string, readonly string[]>();
  const answered = new Map<string, Reply>();
  const approvals = new Map<string, Approval>();
  const sessions = new Set<string>();
  let origin = '';

  const amount = (text: string) => (numbers ? Number(text) : text);
  const linksOf = ({ path, status }: Payment) => ({
    self: link(path, 'GET', ...(status === 'RCVD' ? ['DELETE'] : [])),
    status: link(`${path}/status`, 'GET'),
    ...(status === 'RCVD' ? { startAuthorisation: link(`${path}/authorisations`, 'POST') } : {}),
  });
  const refusal = (status: number, code: string, text = code): Reply => ({
    status,
    body: { tppMessages: [{ category: 'ERROR', code, text }] },
  });
  const unknown = refusal(404, 'RESOURCE_UNKNOWN');

  /** A page of this bank that approves when it is opened, and redirects back. */
  function redirectTo(request: Received, approve: () => void): { readonly href: string; verbs: string[] } {
    const state = randomUUID();
    const session = {
      psuId: request.headers['psu-id'] ?? randomUUID(),
      sessionId: request.headers['tpp-session-id'] ?? randomUUID(),
    };
    approvals.set(state, { redirectUri: request.headers['tpp-redirect-uri'] ?? '', approve, session });
    return { href: `${origin}/tap/3201/?route_secesb_id=1&flow=psd2&state=${state}`, verbs: ['GET'] };
  }

  function started(request: Received, approve: () => void): Reply {
    return {
      status: 201,
      body: { scaStatus: 'started', _links: { scaRedirect: redirectTo(request, approve) } },
    };
  }

  const sessionOf = ({ headers }: Received) => `${headers['psu-id']} ${headers['tpp-session-id']}`;

  function create(request: Received, collection: string): Reply {
    if (challenges && !sessions.has(sessionOf(request)))
      return {
        status: 401,
        body: { _links: { scaRedirect: redirectTo(request, () => sessions.add(sessionOf(request))) } },
      };
    const id = newId();
    const instruction = JSON.parse(request.body);
    const payment = { id, path: `${collection}/${id}`, instruction, status: 'RCVD' };
    payments.set(id, payment);
    return {
      status: 201,
      body: {
        paymentId: id,
        transactionStatus: 'RCVD',
        transactionFees: { amount: amount('0.00'), currency: 'NOK' },
        transactionFeeIndicator: true,
        _links: linksOf(payment),
      },
    };
  }

  function ofPayment(request: Received, payment: Payment, step: string): Reply {
    switch (`${request.method} ${step}`) {
      case 'GET ':
        return {
          status: 200,
          body: { ...payment.instruction, paymentId: payment.id, _links: linksOf(payment) },
        };
      case 'GET status':
        return {
          status: 200,
          body: { paymentId: payment.id, transactionStatus: payment.status, _links: linksOf(payment) },
        };
      case 'POST authorisations':
        return started(request, () => {
          payment.status = 'PDNG';
        });
      case 'POST cancellation-authorisations':
        return started(request, () => {
          payment.status = 'CANC';
        });
      case 'DELETE ':
        return cancel(payment);
      default:
        return refusal(405, 'SERVICE_INVALID');
    }
  }

  function cancel(payment: Payment): Reply {
    if (['ACSC', 'RJCT', 'CANC'].includes(payment.status)) return refusal(405, 'CANCELLATION_INVALID');
    if (payment.status !== 'RCVD')
      return {
        status: 202,
        body: {
          transactionStatus: payment.status,
          _links: { startAuthorisation: link(`${payment.path}/cancellation-authorisations`, 'POST') },
        },
      };
    payment.status = 'CANC';
    return { status: 204 };
  }

  function ofBaskets(request: Received, id: string | undefined, step: string): Reply {
    if (id === undefined) {
      const made = newId();
      baskets.set(made, JSON.parse(request.body).paymentIds);
      const self = `/v1/signing-baskets/${made}`;
      return {
        status: 201,
        body: { basketId: made, transactionStatus: 'RCVD', _links: { self: link(self, 'GET') } },
      };
    }
    const members = baskets.get(id);
    if (members === undefined) return unknown;
    if (request.method === 'POST' && step === 'authorisations')
      return started(request, () => {
        for (const member of members) approve(member);
      });
    // Platforms document no other page.
    return { status: 404 };
  }

  function usual(request: Received): Reply {
    const { headers } = request;
    const key = headers['x-request-id'] ?? '';
    const kept = request.method !== 'GET' ? answered.get(key) : undefined;
    if (kept !== undefined) return kept;
    const [, v1, service = '', ...rest] = request.path.split('?')[0]?.split('/') ?? [];
    if (v1 !== 'v1') return { status: 404 };
    const steps = rest.map(decodeURIComponent);
    const reply =
      service === 'signing-baskets'
        ? ofBaskets(request, steps[0], steps[1] ?? '')
        : ofService(request, service, steps);
    if (reply.status < 300) answered.set(key, reply);
    return reply;
  }

  function ofService(request: Received, service: string, steps: readonly string[]): Reply {
    const [product = '', id, step = ''] = steps;
    if (id === undefined)
      return request.method === 'POST'
        ? create(request, `/v1/${service}/${product}`)
        : refusal(405, 'SERVICE_INVALID');
    const payment = payments.get(id);
    return payment === undefined ? unknown : ofPayment(request, payment, step);
  }

  /** The PSU approves in a browser, and is sent back by a 302 without a body. */
  function page(target: string, response: ServerResponse): void {
    const state = new URL(target, origin).searchParams.get('state') ?? '';
    const approval = approvals.get(state);
    if (approval === undefined) {
      response.writeHead(404).end();
      return;
    }
    approvals.delete(state);
    approval.approve();
    const back = new URL(approval.redirectUri);
    back.searchParams.set('psu-id', approval.session.psuId);
    back.searchParams.set('tpp-session-id', approval.session.sessionId);
    response.writeHead(302, { location: back.href, 'content-length': '0' }).end();
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = incoming.url ?? '';
    if (target.startsWith('/tap/')) return page(target, response);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const path = target.startsWith(basePath) ? target.slice(basePath.length) : 'nowhere';
    const request: Received = {
      method: incoming.method ?? '',
      path,
      target,
      headers: incoming.headers as Readonly<Record<string, string | undefined>>,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(request);
    const fault = faults.shift() ?? standing;
    if (fault) await fault(response, request, () => usual(request));
    else reply(usual(request))(response, request, () => usual(request));
  }

  function approve(paymentId: string): void {
    const payment = payments.get(paymentId);
    if (payment === undefined) throw new Error('no such payment');
    payment.status = 'PDNG';
  }

  const sockets = new Set<Socket>();
  let opened = 0;
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    handle(incoming, response).catch(() => response.destroy());
  };
  const server: Server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  origin = `${options.tls ? 'https' : 'http'}://localhost:${port}`;
  return {
    url: `${origin}${basePath}`,
    received,
    next: (...more) => {
      faults.push(...more);
    },
    always: (fault) => {
      standing = fault;
    },
    payments,
    opened: () => opened,
    away: close,
    back: () => listen(port),
    stop: close,
  };
}

export const reply =
  ({ status, body, headers = {} }: Reply): Fault =>
  (response, request) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const length = String(Buffer.byteLength(text));
    const type = status === 204 ? {} : { 'content-type': 'application/json', 'content-length': length };
    const echo = request.headers['x-request-id'];
    response.writeHead(status, { ...type, ...(echo ? { 'x-request-id': echo } : {}), ...headers }).end(text);
  };

export const html = (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  reply({
    status,
    body: '<!doctype html><h1>Kari Nordmann, sorry</h1>',
    headers: { 'content-type': 'text/html', ...headers },
  });

export const actsThenBreaks: Fault = (response, _, usual) => {
  usual();
  response.socket?.destroy();
};

/** Breaks within the body. */
export const breaksInTheMidst: Fault = (response, _, usual) => {
  const text = JSON.stringify(usual().body);
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': String(text.length) });
  response.write(text.slice(0, 20), () => response.socket?.destroy());
};

export const silent: Fault = () => undefined;
export const silentBody: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"transactionStatus":');
};

/** Sends a second, unrequested response; with or without the id of its request. */
export const twice =
  (echoes: boolean): Fault =>
  (response, request, usual) => {
    const one = written(usual(), request, echoes);
    response.req.socket.write(one + one);
  };

/** Answers the first request of a connection twice, so that each later one gets the response to the one before. */
export function twiceAndLate(): Fault {
  const before = new WeakMap<Socket, string>();
  return ({ req: { socket } }, request, usual) => {
    const one = written(usual(), request, true);
    socket.write(before.get(socket) ?? one);
    before.set(socket, one);
  };
}

/** A response as bytes. */
function written({ status, body }: Reply, request: Received, echoes: boolean): string {
  const text = JSON.stringify(body);
  const echo = echoes ? [`x-request-id: ${request.headers['x-request-id']}`] : [];
  const length = `content-length: ${Buffer.byteLength(text)}`;
  return [`HTTP/1.1 ${status} Answered`, length, ...echo, '', text].join('\r\n');
}

/** More bytes than a body may have; with a declared length, or without. */
export const large =
  (bytes: number, told: boolean): Fault =>
  (response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(told ? { 'content-length': String(bytes) } : {}),
    });
    response.end(Buffer.alloc(bytes, ' '));
  };

/** Waits for `release`, then answers as usual; `begun` resolves with the request. */
export function held() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const fault: Fault = async (response, request, usual) => {
    began();
    await released;
    await reply(usual())(response, request, usual);
  };
  return { fault, begun, release: () => release() };
}
