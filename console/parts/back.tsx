import type { MouseEvent } from 'react';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import type { TextKey } from '../texts/index.ts';
import { Icon } from './icon.tsx';

export function Back({ screen, text }: { readonly screen: string; readonly text: TextKey }) {
  const t = useText();
  return (
    <a className="button" href={hrefOf(screen)} onClick={(event) => goBackTo(screen, event)}>
      <Icon name="back" />
      {t(text)}
    </a>
  );
}

/** Whoever came from the list finds its filters and its row again. */
function goBackTo(screen: string, event: MouseEvent): void {
  const { navigation } = window;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  if (event.ctrlKey || event.metaKey || event.shiftKey || !before) return;
  if (new URL(before).hash.split('?')[0] !== hrefOf(screen)) return;
  event.preventDefault();
  history.back();
}
