import { describe, expect, inject, it } from 'vitest';
import { findServerFault, inspectDatabase } from '../../src/db/prepare.ts';

const settings = (change: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries({
      server_version_num: '180004',
      server_version: '18.4',
      session_replication_role: 'origin',
      ...change,
    }),
  );

describe('a server', () => {
  it('that fits is accepted, with a report of settings that may lose commits', async () => {
    expect((await inspectDatabase({ url: inject('clusterUrl') })).risks).toBeInstanceOf(Array);
    expect(findServerFault(settings({}))).toBeNull();
    expect(findServerFault(settings({ server_version_num: '140000', server_version: '14.0' }))).toBeNull();
  });

  it('that is too old is refused in a line that names both versions', () => {
    expect(findServerFault(settings({ server_version_num: '130023', server_version: '13.23' }))).toMatch(
      /needs PostgreSQL 14 or newer.* is 13\.23\.$/,
    );
  });
});
