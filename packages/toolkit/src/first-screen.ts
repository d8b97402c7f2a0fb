import type { Readable } from 'node:stream';

const charactersAtMost = 10_000;

/** Resolves when a service is ready. Drops what the service writes after its first screen. */
export function readFirstScreen(output: Readable): Promise<string> {
  let screen = '';
  return new Promise((resolve) => {
    output.setEncoding('utf8').on('data', function collect(text: string) {
      screen = `${screen}${text}`.slice(-charactersAtMost);
      // An empty line ends the first screen.
      if (!/is ready at[\s\S]*\n\n$/.test(screen)) return;
      output.off('data', collect).resume();
      resolve(screen);
    });
  });
}
