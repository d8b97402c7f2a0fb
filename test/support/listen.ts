import type { App } from '../../src/app.ts';

export interface Listening {
  readonly port: number;
  readonly url: string;
  stop(graceMs?: number): Promise<void>;
}

export async function listenOn(app: Pick<App, 'listen' | 'stop'>, port = 0): Promise<Listening> {
  const url = await app.listen({ host: '127.0.0.1', port });
  return { url, port: Number(new URL(url).port), stop: (graceMs = 1_000) => app.stop(graceMs) };
}
