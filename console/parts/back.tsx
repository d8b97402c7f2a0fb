import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import type { TextKey } from '../texts/index.ts';
import { Icon } from './icon.tsx';

export function Back({ screen, text }: { readonly screen: string; readonly text: TextKey }) {
  const t = useText();
  return (
    <a className="button" href={hrefOf(screen)}>
      <Icon name="back" />
      {t(text)}
    </a>
  );
}
