/** An operator sends SIGHUP to reload files. The system sends SIGHUP when the terminal closes. On Windows only the system sends SIGHUP. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { isatty } from 'node:tty';

export function onHangUp(reload: () => void, onTerminalClosed: () => void): void {
  const terminals = [0, 1, 2].filter(isatty);
  process.on('SIGHUP', () => {
    if (process.platform === 'win32') return onTerminalClosed();
    const closedTerminals = terminals.filter((descriptor) => !isatty(descriptor));
    if (closedTerminals.length === 0) return reload();
    closedTerminals.forEach(replaceByNullDevice);
    onTerminalClosed();
  });
}

/** If the descriptor stayed open, the log would write to the closed terminal forever, and Node would abort when it exits. */
function replaceByNullDevice(descriptor: number): void {
  closeSync(descriptor);
  // The system assigns the lowest free descriptor, which is the closed one.
  openSync(devNull, 'r+');
}
