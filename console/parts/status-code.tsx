/** An HTTP status as a chip; a refusal inside of an answer with 200 is shown as a refusal. */
import { Icon } from './icon.tsx';

export function StatusCode({ status, refused }: { readonly status: number; readonly refused: boolean }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'bad' : refused ? 'mixed' : 'good';
  return (
    <span className={`chip tone-${tone} status-code`}>
      <Icon name={refused || status >= 400 ? 'cross' : 'check'} />
      {status}
    </span>
  );
}
