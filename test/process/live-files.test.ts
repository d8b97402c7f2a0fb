import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveFiles, type LiveFiles, type ReloadedValue } from '../../src/process/live-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'live '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [key, certificate] = ['key', 'certificate'].map((name) => join(folder, name)) as [string, string];

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function readPair(): string {
  const [one, other] = [key, certificate].map((path) => readText(path));
  if (one !== other) throw new Error(`key ${one} is not of certificate ${other}`);
  return one ?? '';
}
const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('cannot be read');
  }
};

let said: string[];
let used: string[];
let files: LiveFiles;
let pair: ReloadedValue<string>;
beforeEach(() => {
  said = [];
  used = [];
  for (const path of [key, certificate]) replace(path, '1');
  files = createLiveFiles({
    onReload: (name) => said.push(`${name} read`),
    onFault: (name, text) => said.push(`${name}: ${text}`),
  });
  pair = files.open({ name: 'PAIR', paths: [key, certificate], read: readPair });
  pair.onChange((next) => used.push(next));
});

describe('files that an operator replaces', () => {
  it('are read at the start, and not again while they are unchanged', () => {
    for (let count = 0; count < 3; count += 1) files.reload();
    expect([pair.current(), used, said]).toEqual(['1', [], []]);
  });

  it('apply once both have changed; half of a pair changes nothing and is reported once', () => {
    replace(key, '2');
    for (let count = 0; count < 3; count += 1) files.reload();
    expect([pair.current(), used]).toEqual(['1', []]);
    replace(certificate, '2');
    files.reload();
    files.reload();
    expect([pair.current(), used]).toEqual(['2', ['2']]);
    expect(said).toEqual(['PAIR: key 2 is not of certificate 1', 'PAIR read']);
  });

  it('are read again after a fault of the system, without another change', () => {
    let fault: Error | null = null;
    const file = files.open({
      name: 'FILE',
      paths: [key],
      read: () => {
        if (fault !== null) throw fault;
        return readText(key);
      },
    });
    fault = new Error('cannot be read', { cause: new Error('EMFILE') });
    replace(key, '3');
    for (let count = 0; count < 3; count += 1) files.reload();
    fault = null;
    files.reload();
    expect(file.current()).toBe('3');
    expect(said.filter((text) => text.startsWith('FILE'))).toEqual(['FILE: cannot be read', 'FILE read']);
  });

  it.skipIf(process.platform === 'win32')('apply where Kubernetes moves a link to another folder', () => {
    const mount = join(folder, 'mount');
    for (const text of ['1', '2']) {
      mkdirSync(join(mount, text), { recursive: true });
      writeFileSync(join(mount, text, 'file'), text);
      symlinkSync(text, join(mount, `data ${text}`));
    }
    renameSync(join(mount, 'data 1'), join(mount, 'data'));
    symlinkSync('data/file', join(mount, 'file'));
    const path = join(mount, 'file');
    const mounted = files.open({ name: 'MOUNTED', paths: [path], read: () => readText(path) });
    renameSync(join(mount, 'data 2'), join(mount, 'data'));
    files.reload();
    expect([mounted.current(), said]).toEqual(['2', ['MOUNTED read']]);
  });

  it('that are missing leave the last read version in force, until they are back', () => {
    rmSync(key);
    for (let count = 0; count < 3; count += 1) files.reload();
    expect([pair.current(), said]).toEqual(['1', ['PAIR: cannot be read']]);
    replace(key, '1');
    files.reload();
    expect([used, said.at(-1)]).toEqual([['1'], 'PAIR read']);
  });

  it('are all read at a signal, and a fault is reported again', () => {
    files.reload({ evenUnchanged: true });
    expect([used, said]).toEqual([['1'], ['PAIR read']]);
    rmSync(key);
    files.reload({ evenUnchanged: true });
    files.reload({ evenUnchanged: true });
    files.reload();
    expect(said.slice(1)).toEqual(['PAIR: cannot be read', 'PAIR: cannot be read']);
  });

  it('are checked each second, until the watch ends', () => {
    vi.useFakeTimers();
    try {
      const stop = files.watch();
      for (const path of [key, certificate]) replace(path, '3');
      vi.advanceTimersByTime(1_000);
      expect(pair.current()).toBe('3');
      stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
