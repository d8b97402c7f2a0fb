/**
 * The requests of each connection, handled one after another, with a bound on how many may wait. When the socket
 * closes, the running request is notified and those behind it are dropped: Node does not always emit an event on
 * their responses.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One request and its answer. */
export class Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  #gone = false;
  #over = false;
  #goneListeners: (() => void)[] = [];
  #overListeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Calls back when the connection is gone, at once if it already is. */
  whenGone(listener: () => void): void {
    if (this.#gone) listener();
    else this.#goneListeners.push(listener);
  }

  /**
   * Calls back when nothing more comes of it: the answer is written, or the connection gone. An incomplete body may
   * emit no event of its own then.
   */
  whenOver(listener: () => void): void {
    if (this.#over) listener();
    else this.#overListeners.push(listener);
  }

  /** `whenGone` as a signal, created when it is first used: few requests need one. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.whenGone(() => controller.abort());
    }
    return this.#controller.signal;
  }

  leave(): void {
    this.#gone = true;
    for (const listener of this.#goneListeners.splice(0)) listener();
    this.end();
  }

  end(): void {
    this.#over = true;
    for (const listener of this.#overListeners.splice(0)) listener();
  }
}

export interface Connections {
  open(): number;
  /** Requests whose answers are not written yet. */
  busy(): number;
  /** Resolves when no answer is being written. */
  atRest(): Promise<void>;
}

interface Line {
  current: Exchange | null;
  readonly waiting: Exchange[];
  /** More requests came than may wait: the last answer closes the connection. */
  full: boolean;
}

/** How many requests may wait behind the running one of a connection. */
export const waitingAtMost = 16;

export function keepConnections(server: Server, work: (exchange: Exchange) => Promise<void>): Connections {
  const lines = new WeakMap<Socket, Line>();
  let open = 0;
  let busy = 0;
  const rested: (() => void)[] = [];

  function begin(line: Line, exchange: Exchange): void {
    line.current = exchange;
    busy += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      exchange.end();
      busy -= 1;
      if (busy === 0) for (const tell of rested.splice(0)) tell();
      line.current = null;
      const next = line.waiting.shift();
      if (next === undefined) return;
      if (line.full && line.waiting.length === 0) next.outgoing.shouldKeepAlive = false;
      begin(line, next);
    };
    // Node emits no event on a response that is queued behind another one when the connection closes.
    exchange.whenOver(end);
    exchange.outgoing.once('finish', end);
    exchange.outgoing.once('close', end);
    void work(exchange);
  }

  server.on('connection', (socket: Socket) => {
    const line: Line = { current: null, waiting: [], full: false };
    lines.set(socket, line);
    open += 1;
    socket.once('close', () => {
      open -= 1;
      line.waiting.length = 0;
      line.full = true;
      line.current?.leave();
      line.current = null;
    });
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const line = lines.get(incoming.socket);
    if (line === undefined || incoming.socket.destroyed) return;
    const exchange = new Exchange(incoming, outgoing);
    if (line.current === null) begin(line, exchange);
    else if (!line.full && line.waiting.length < waitingAtMost) line.waiting.push(exchange);
    else line.full = true;
  });

  return {
    open: () => open,
    busy: () => busy,
    atRest: () => (busy === 0 ? Promise.resolve() : new Promise((resolve) => rested.push(resolve))),
  };
}
