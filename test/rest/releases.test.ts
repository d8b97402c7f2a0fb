import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedOf, releasesOf } from '../../src/rest/releases.ts';
import { textOf } from '../documents/markdown.ts';
import { startBank } from '../support/bank.ts';

const { version } = JSON.parse(textOf('package.json'));

describe('/releases.atom', () => {
  it('lists the releases of CHANGELOG.md, the newest first, in a sandbox and outside', async () => {
    const releases = releasesOf(textOf('CHANGELOG.md'));
    for (const sandbox of [true, false]) {
      const bank = await startBank({ sandbox });
      const answer = await bank.fetch('/releases.atom');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/atom+xml; charset=utf-8',
      ]);
      const text = await answer.text();
      const titles = [...text.matchAll(/<entry>\s*<id>[^<]+#([^<]+)<\/id>\s*<title>([^<]+)</g)];
      expect(titles.map(([, id, title]) => [id, title])).toEqual(
        releases.map((release) => [release.version, release.version]),
      );
      await bank.stop();
    }
  });

  it('the newest release is the version of the package, and each has its day, none later than the one before', () => {
    const releases = releasesOf(textOf('CHANGELOG.md'));
    expect(releases[0]?.version).toBe(version);
    const days = releases.map(({ day }) => day);
    expect(days).toEqual([...days].sort().reverse());
    for (const day of days) expect(new Date(`${day}T00:00:00Z`).toISOString()).toContain(day);
  });

  it('changes for the next release are not in the feed', () => {
    const changelog = '# Changelog\n\n## 2.0.0 (next)\n\n- x\n\n## 1.0.0 (2026-11-25)\n\n- y\n';
    expect(releasesOf(changelog)).toEqual([{ version: '1.0.0', day: '2026-11-25', text: '- y' }]);
  });

  it('shows any text as it is written', () => {
    const unescaped = (text: string) =>
      text.replaceAll(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
      );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\' a]\n') }), (text) => {
        const feed = feedOf([{ version: '1.0.0', day: '2026-11-25', text }], 'https://bank.example');
        const [, content = ''] = /<content type="text">([^<]*)<\/content>/.exec(feed) ?? [];
        expect(unescaped(content)).toBe(text);
      }),
    );
  });

  it.each(['Unreleased', '1.0 (2026-11-25)', '1.0.0', '1.0.0 (25 November 2026)'])(
    'a heading that is not a version with its day is refused: %s',
    (heading) => {
      expect(() => releasesOf(`# Changelog\n\n## ${heading}\n\n- x\n`)).toThrow(`'${heading}'`);
    },
  );
});
