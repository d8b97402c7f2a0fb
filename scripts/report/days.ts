/** Daily figures that PSD2 requires, in UTC. */

export interface Day {
  readonly day: string;
  readonly requests: number;
  /** null: no requests. */
  readonly meanMs: number | null;
  /** Share of 5xx responses; null: no requests. */
  readonly errorRate: number | null;
  readonly upSeconds: number;
  readonly downSeconds: number;
}

interface Line {
  readonly time: number;
  readonly msg: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
}

const dayMs = 86_400_000;
const lost = 'database lost';
const up = new Set(['started', 'database found']);
const down = new Set(['stopped', lost]);

/** The lines are in the order of their times. Lines of another form are ignored. */
export async function reportDays(lines: Iterable<string> | AsyncIterable<string>): Promise<readonly Day[]> {
  const days = new Map<string, { requests: number; ms: number; errors: number; up: number; down: number }>();
  const figuresAt = (time: number) => {
    const day = new Date(time).toISOString().slice(0, 10);
    const figures = days.get(day) ?? { requests: 0, ms: 0, errors: 0, up: 0, down: 0 };
    days.set(day, figures);
    return figures;
  };
  const addTime = (from: number, to: number, state: 'up' | 'down'): void => {
    for (let at = from; at < to; ) {
      const end = Math.min(to, (Math.floor(at / dayMs) + 1) * dayMs);
      figuresAt(at)[state] += end - at;
      at = end;
    }
  };
  let before = null as { readonly time: number; readonly isServing: boolean } | null;
  for await (const text of lines) {
    const line = read(text);
    if (line === null) continue;
    const isServing = before?.isServing ?? false;
    // The process was killed after its last line.
    const wasKilled = line.msg === 'started' && isServing;
    if (before) addTime(before.time, line.time, isServing && !wasKilled ? 'up' : 'down');
    before = { time: line.time, isServing: up.has(line.msg) || (isServing && !down.has(line.msg)) };
    if (line.status === undefined) continue;
    const day = figuresAt(line.time);
    day.requests += 1;
    day.ms += line.milliseconds;
    if (line.status >= 500) day.errors += 1;
  }
  return [...days].map(([day, { requests, ms, errors, ...time }]) => ({
    day,
    requests,
    meanMs: requests === 0 ? null : ms / requests,
    errorRate: requests === 0 ? null : errors / requests,
    upSeconds: Math.round(time.up / 1_000),
    downSeconds: Math.round(time.down / 1_000),
  }));
}

function read(text: string): Line | null {
  try {
    const { time, msg, status, milliseconds } = JSON.parse(text) as Record<string, unknown>;
    const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(at) || typeof msg !== 'string') return null;
    const isRequest = msg.startsWith('request') && typeof status === 'number';
    return {
      time: at,
      msg,
      status: isRequest ? status : undefined,
      milliseconds: typeof milliseconds === 'number' ? milliseconds : 0,
    };
  } catch {
    return null;
  }
}
