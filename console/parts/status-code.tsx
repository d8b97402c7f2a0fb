import { Icon } from './icon.tsx';

export function StatusCode({ status, refused }: { readonly status: number; readonly refused: boolean }) {
  const tone = status >= 400 ? 'bad' : refused ? 'mixed' : 'good';
  return (
    <span className={`chip tone-${tone} status-code`}>
      <Icon name={refused || status >= 400 ? 'cross' : 'check'} />
      {status}
    </span>
  );
}
