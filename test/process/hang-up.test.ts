import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { root } from '../documents/markdown.ts';

const missing = process.platform !== 'linux' || spawnSync('script', ['--version']).error !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'hang-up-'));
const marks = { began: join(folder, 'began'), said: join(folder, 'said') };
const program = join(folder, 'program.ts');
writeFileSync(
  program,
  `import { appendFileSync, writeFileSync } from 'node:fs';
  import { onHangUp } from '${root}src/process/hang-up.ts';
  const say = (text: string) => appendFileSync('${marks.said}', text);
  onHangUp(() => say('reload '), () => { console.error('ends'); say('end '); clearInterval(timer); });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('exit', (code) => say(String(code)));
  const timer = setInterval(() => undefined, 1_000);
  writeFileSync('${marks.began}', String(process.pid));`,
);

let terminal: ChildProcess | undefined;
afterEach(() => {
  terminal?.kill('SIGKILL');
  for (const mark of Object.values(marks)) rmSync(mark, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = () => (existsSync(marks.said) ? readFileSync(marks.said, 'utf8') : '');
const soon = { timeout: 20_000, interval: 20 };

describe.skipIf(missing)('a process in a terminal', { timeout: 30_000 }, () => {
  it('reads files again at SIGHUP, and shuts down when the terminal closes', async () => {
    const command = `exec '${process.execPath}' --import '${import.meta.resolve('tsx')}' '${program}'`;
    terminal = spawn('script', ['-qc', command, '/dev/null'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await expect.poll(() => existsSync(marks.began) && readFileSync(marks.began, 'utf8'), soon).toBeTruthy();
    process.kill(Number(readFileSync(marks.began, 'utf8')), 'SIGHUP');
    await expect.poll(said, soon).toBe('reload ');
    terminal.kill('SIGKILL');
    await expect.poll(said, soon).toBe('reload end 0');
  });
});
