import { describe, expect, it } from 'vitest';
import { commandOf, instruction, laidParts, shippedParts } from './laid-image.ts';

describe('the Dockerfile', () => {
  it('copies only the staged files, for a user without rights', () => {
    expect(instruction('FROM')).toEqual(['scratch AS base', 'base AS embedded', 'base AS service']);
    expect(instruction('USER')).toEqual(['1000:1000']);
    expect(instruction('RUN')).toEqual([]);
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(commandOf(instruction('CMD').at(-1) ?? '').slice(0, 1)).toEqual(['node']);
  });

  it('stages the files of the package, except those for people, compilers or copies', () => {
    expect(shippedParts()).toEqual(expect.arrayContaining(['bin', 'dist', 'drizzle']));
    expect([...laidParts()].sort()).toEqual(
      ['package.json', 'LICENSE', 'CHANGELOG.md', ...shippedParts()].sort(),
    );
  });
});
