/** Sends prepared requests in a closed loop. The CPU of this process does not count. */
import { Pool } from 'undici';

const pools = new Map();

function poolOf(port, connections) {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  pools.set(port, pool);
  return pool;
}

export async function closeLoad() {
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  pools.clear();
}

/**
 * Sends `atOnce` requests at a time from index `from`, cyclically, until `count` are sent or `milliseconds` have passed.
 * An unexpected response ends the run.
 */
export async function send(requests, { port, atOnce, expect, from = 0, count, milliseconds }) {
  const pool = poolOf(port, atOnce);
  const { status, has = '', lacks } = expect;
  const begun = performance.now();
  let sent = 0;
  const lane = async () => {
    while (sent < count && performance.now() - begun < milliseconds) {
      const request = requests[(from + sent) % requests.length];
      sent += 1;
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      const isExpected = statusCode === status && text.includes(has) && !(lacks && text.includes(lacks));
      if (!isExpected)
        throw new Error(`an answer that was not expected: ${statusCode} ${text.slice(0, 1_500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { sent, seconds: (performance.now() - begun) / 1_000 };
}
