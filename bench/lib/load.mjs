/** The handle on the load generator's process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function startLoad() {
  const child = fork(fileURLToPath(new URL('generator.mjs', import.meta.url)));
  const waiting = new Map();
  let last = 0;
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator has ended'));
  });
  const ask = (action, given) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, action, given });
    });
  return {
    prepare: (given) => ask('prepare', given),
    async send(given) {
      const result = await ask('send', given);
      if (result.fault !== null) throw new Error(`an answer that was not expected:\n${result.fault}`);
      return result;
    },
    halt: () => ask('halt'),
    close: () => ask('close'),
    stop: () => child.disconnect(),
  };
}
