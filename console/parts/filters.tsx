/** On a phone the filters are behind a button, so that the list is on the first screen. */
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../preferences.ts';
import { Icon } from './icon.tsx';

interface FiltersProps {
  readonly search: ReactNode;
  readonly count: number;
  readonly children: ReactNode;
}

export function Filters({ search, count, children }: FiltersProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`filters ${isOpen ? 'filters-open' : ''}`}>
      {search}
      <button
        type="button"
        className="button filters-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </button>
      <div className="filters-more" id={id}>
        {children}
      </div>
    </div>
  );
}
