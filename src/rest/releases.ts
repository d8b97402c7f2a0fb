/** /releases.atom: the releases in CHANGELOG.md as a feed (RFC 4287). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../browser/html.ts';
import type { StaticDocument } from '../browser/static-document.ts';
import { packageFolder } from '../package-folder.ts';

interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly text: string;
}

/** Newest first, as in the file. Omits the unreleased `## VERSION (next)`. Throws for a malformed heading. */
export function releasesOf(changelog: string): readonly Release[] {
  const [, ...sections] = changelog.split(/^## /m);
  const releasedSections = sections.filter((section) => !/^\d+\.\d+\.\d+ \(next\)\n/.test(section));
  return releasedSections.map((section) => {
    const [, version, day, text] = /^(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)\n([\s\S]*)$/.exec(section) ?? [];
    if (version === undefined || day === undefined || text === undefined)
      throw new Error(
        `CHANGELOG.md: '${section.split('\n', 1)[0]}' is not a version with a date, such as '1.2.0 (2026-11-27)'`,
      );
    return { version, day, text: text.trim() };
  });
}

const timeOf = ({ day }: Release): string => `${day}T00:00:00Z`;

export function feedOf(releases: readonly Release[], publicUrl: string): string {
  const address = `${publicUrl}/releases.atom`;
  const [newest] = releases;
  const entries = releases.map(
    (release) => html`
  <entry>
    <id>${address}#${release.version}</id>
    <title>${release.version}</title>
    <updated>${timeOf(release)}</updated>
    <link rel="alternate" type="text/html" href="${publicUrl}/docs"/>
    <content type="text">${release.text}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
${html`<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${address}</id>
  <title>PSD2 bank: releases</title>
  <author><name>psd2-bank</name></author>
  <updated>${newest && timeOf(newest)}</updated>
  <link rel="self" type="application/atom+xml" href="${address}"/>${entries}
</feed>`}
`;
}

export function releaseFeed(publicUrl: string): StaticDocument {
  const changelog = readFileSync(join(packageFolder, 'CHANGELOG.md'), 'utf8');
  return {
    type: 'application/atom+xml; charset=utf-8',
    text: feedOf(releasesOf(changelog), publicUrl),
  };
}
