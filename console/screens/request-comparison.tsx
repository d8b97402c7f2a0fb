import { CopyButton } from '../parts/copy.tsx';
import { Card } from '../parts/page.tsx';
import { useText } from '../preferences.ts';

interface ComparisonProps {
  readonly signature: {
    readonly expected: string;
    readonly received?: string | null;
    readonly firstDifference?: number | null;
  };
}

export function Comparison({ signature: { expected, received, firstDifference } }: ComparisonProps) {
  const t = useText();
  return (
    <Card title={t('compareTitle')} className="comparison" hint={received == null ? null : t('compareHint')}>
      <div className="sides">
        <Side title={t('compareExpected')} text={expected} marked={firstDifference} />
        {received == null ? (
          <p className="note note-bad">{t('compareUnknown')}</p>
        ) : (
          <Side title={t('compareReceived')} text={received} marked={firstDifference} />
        )}
      </div>
    </Card>
  );
}

function Side({
  title,
  text,
  marked,
}: {
  readonly title: string;
  readonly text: string;
  readonly marked: number | null | undefined;
}) {
  const t = useText();
  const [before, at, after] =
    marked == null
      ? [text, '', '']
      : [text.slice(0, marked), text.slice(marked, marked + 1), text.slice(marked + 1)];
  return (
    <figure>
      <figcaption>
        {title} <CopyButton text={text} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={title}>
        {visible(before)}
        {marked != null && <mark>{at === '' ? t('compareEnd') : visible(at)}</mark>}
        {visible(after)}
      </pre>
    </figure>
  );
}

const visible = (text: string): string => text.replaceAll('\r', '\\r').replaceAll('\n', '↵\n');
