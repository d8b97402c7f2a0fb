/** SIGHUP: an operator sends it to have files read again, and a terminal to everything in it when it is closed. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { isatty } from 'node:tty';

export function onHangUp(reload: () => void, terminalGone: () => void): void {
  const terminals = [0, 1, 2].filter(isatty);
  process.on('SIGHUP', () => {
    if (process.platform === 'win32') return terminalGone();
    const closedTerminals = terminals.filter((descriptor) => !isatty(descriptor));
    if (closedTerminals.length === 0) return reload();
    closedTerminals.forEach(leave);
    terminalGone();
  });
}

/** A log would try to write to it without end, and Node aborts at its end when it cannot reset it. */
function leave(terminal: number): void {
  closeSync(terminal);
  // The system gives the lowest number that is free.
  openSync(devNull, 'r+');
}
