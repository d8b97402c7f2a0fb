/**
 * The load generator: a process of its own, so that its work is not counted. It makes requests before the clock runs and sends
 * them over raw sockets in a closed loop: each connection sends when its last answer is complete.
 */
import { connect } from 'node:net';
import { bytesOf, kinds } from './requests.mjs';

const sets = new Map();
const pools = new Map();

const headerEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** One connection with one request under way at most. */
class Connection {
  #socket;
  #parts = [];
  #size = 0;
  /** Bytes of the whole answer; 0 until the head is read, infinite while the body comes in chunks. */
  #due = 0;
  #done = null;
  #fail = null;

  static open(port) {
    return new Promise((resolve, reject) => {
      const connection = new Connection();
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(connection));
      connection.#socket = socket;
      socket.on('data', (part) => connection.#take(part));
      socket.once('error', reject);
      socket.on('error', (error) => connection.#fail?.(error));
      socket.on('close', () => {
        connection.closed = true;
        connection.#fail?.(new Error('the connection was closed under a request'));
      });
    });
  }

  send(bytes) {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
      this.#socket.write(bytes);
    });
  }

  close() {
    this.#fail = null;
    this.#socket.destroy();
  }

  #take(part) {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#due === 0) this.#readHead();
    const complete =
      this.#due === Number.POSITIVE_INFINITY
        ? part.subarray(-lastChunk.length).equals(lastChunk)
        : this.#due > 0 && this.#size >= this.#due;
    if (!complete) return;
    const answer = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#due = 0;
    const done = this.#done;
    this.#done = null;
    this.#fail = null;
    done?.(answer);
  }

  #readHead() {
    const start = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [start];
    const end = start.indexOf(headerEnd);
    if (end < 0) return;
    const head = start.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#due = end + 4 + Number(length);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#due = Number.POSITIVE_INFINITY;
    else this.#due = end + 4;
  }
}

const statusOf = (answer) => Number(answer.toString('latin1', 9, 12));

/** Why an answer is not the one that was expected, or null. */
function faultOf(answer, { status, has, lacks }) {
  const good =
    (!status || statusOf(answer) === status) &&
    (!has || answer.includes(has)) &&
    (!lacks || !answer.includes(lacks));
  return good ? null : answer.toString('utf8').slice(0, 1_500);
}

async function connections(port, count) {
  const pool = (pools.get(port) ?? []).filter((one) => !one.closed);
  while (pool.length < count) pool.push(await Connection.open(port));
  pools.set(port, pool);
  return pool.slice(0, count);
}

/** How many requests of a set have been made, so that none is made twice. */
const numbers = new Map();
let stopping = false;

const actions = {
  /** Makes a set of requests under a name. */
  prepare({ name, kind, count, options }) {
    const first = numbers.get(name) ?? 0;
    numbers.set(name, first + count);
    const requests = Array.from({ length: count }, (_, index) =>
      bytesOf(kinds[kind](options, first + index)),
    );
    sets.set(name, requests);
    return { count };
  },
  /**
   * Sends `count` of a set from place `from` on, beginning anew at its end, or until `milliseconds` are over or `halt` is
   * asked for. Answers how long each took, if asked.
   */
  async send({
    name,
    from = 0,
    count = Number.POSITIVE_INFINITY,
    milliseconds,
    port,
    atOnce,
    expect = {},
    times = false,
  }) {
    const requests = sets.get(name);
    const pool = await connections(port, atOnce);
    const taken = [];
    let next = 0;
    let bytes = 0;
    let fault = null;
    stopping = false;
    const begun = performance.now();
    const until = begun + (milliseconds ?? Number.POSITIVE_INFINITY);
    const lane = async (connection) => {
      while (next < count && fault === null && !stopping && performance.now() < until) {
        const request = requests[(from + next) % requests.length];
        next += 1;
        const sent = times ? performance.now() : 0;
        const answer = await connection.send(request);
        if (times) taken.push(performance.now() - sent);
        bytes += answer.length;
        fault ??= faultOf(answer, expect);
      }
    };
    await Promise.all(pool.map(lane));
    return { sent: next, fault, bytes, milliseconds: performance.now() - begun, times: taken };
  },
  halt() {
    stopping = true;
    return {};
  },
  close() {
    for (const pool of pools.values()) for (const one of pool) one.close();
    pools.clear();
    sets.clear();
    numbers.clear();
    return {};
  },
};

process.on('message', async ({ id, action, given }) => {
  try {
    process.send({ id, result: await actions[action](given ?? {}) });
  } catch (error) {
    process.send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
