/** The Dockerfile, and what its script lays: read, not run. */
import { describe, expect, it } from 'vitest';
import { commandOf, instruction, laidParts, shippedParts } from './laid-image.ts';

describe('the Dockerfile', () => {
  it('makes the image of nothing but what was laid, for a user without rights', () => {
    expect(instruction('FROM')).toEqual(['scratch AS base', 'base AS embedded', 'base AS service']);
    expect(instruction('USER')).toEqual(['1000:1000']);
    expect(instruction('RUN')).toEqual([]);
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(commandOf(instruction('CMD').at(-1) ?? '').slice(0, 1)).toEqual(['node']);
  });

  it('lays what the package ships, but for what is for who reads, compiles or copies', () => {
    expect(shippedParts()).toEqual(expect.arrayContaining(['bin', 'dist', 'drizzle']));
    expect([...laidParts()].sort()).toEqual(
      ['package.json', 'LICENSE', 'CHANGELOG.md', ...shippedParts()].sort(),
    );
  });
});
