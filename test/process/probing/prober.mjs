/** Asks addresses as an orchestrator does, each by a connection of its own, every 20 ms, until it is told to stop. */
import { get } from 'node:http';

const everyMs = 20;
const took = new Map();
const asked = [];
let timer;

function ask(url) {
  const begun = performance.now();
  asked.push(
    new Promise((resolve) => {
      const answered = (status) => {
        took.get(url).push({ status, ms: performance.now() - begun });
        resolve();
      };
      get(url, { agent: false }, (answer) => answer.resume().on('end', () => answered(answer.statusCode))).on(
        'error',
        () => answered(0),
      );
    }),
  );
}

process.on('message', async (urls) => {
  if (urls !== 'stop') {
    for (const url of urls) took.set(url, []);
    timer = setInterval(() => urls.forEach(ask), everyMs);
    return;
  }
  clearInterval(timer);
  await Promise.all(asked);
  process.send(Object.fromEntries(took));
});
process.on('disconnect', () => process.exit(0));
