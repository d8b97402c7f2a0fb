/** How long a request may wait for its answer. The work itself is not torn: it ends with its transaction. */

/** Whether a request has been answered for; passed by hand, for what its work still logs. */
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
  const cut = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      turn.passed = true;
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([work(turn), cut]);
  } finally {
    clearTimeout(timer);
  }
}
