/** How long a request may wait for its answer. Work under way is not interrupted: it ends with its transaction. */

/** Whether the deadline of a request has passed and answered it; its work may go on and log. */
export interface Turn {
  passed: boolean;
}

/** The result of `work`, or that of `late` when the time is over first. `milliseconds` undefined: no bound. */
export async function within<T>(
  milliseconds: number | undefined,
  work: (turn: Turn) => Promise<T>,
  late: () => T,
): Promise<T> {
  const turn: Turn = { passed: false };
  if (milliseconds === undefined) return work(turn);
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      turn.passed = true;
      resolve(Promise.resolve().then(late));
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([work(turn), cut]);
  } finally {
    clearTimeout(timer);
  }
}
