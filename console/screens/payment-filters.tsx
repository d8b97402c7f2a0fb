import { useEffect, useRef } from 'react';
import type { PaymentProduct, PaymentStatus } from '../generated/graphql.ts';
import { useTyped } from '../hooks.ts';
import { dateOf, dayOf, firstMoment, lastMoment } from '../parts/days.ts';
import { Filters } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { products, useProductText } from '../parts/product.ts';
import { toneOf, useStatusText } from '../parts/status.tsx';
import { useText } from '../preferences.ts';
import type { TextKey } from '../texts/index.ts';

const statuses: readonly PaymentStatus[] = ['RCVD', 'PDNG', 'ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'];

const [firstDay, lastDay] = [firstMoment.slice(0, 10), lastMoment.slice(0, 10)];

interface FiltersProps {
  readonly query: URLSearchParams;
  readonly change: (edit: (next: URLSearchParams) => void) => void;
  readonly clear: (() => void) | undefined;
}

export function PaymentFilters({ query, change, clear }: FiltersProps) {
  const t = useText();
  const productText = useProductText();
  const chosen = query.getAll('status') as PaymentStatus[];
  const product = query.get('product') as PaymentProduct | null;
  const set = (name: string, value: string) =>
    change((next) => (value ? next.set(name, value) : next.delete(name)));
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const dayInput = (name: string, label: TextKey, min: string, max: string) => (
    <label className="filter-day">
      <span>{t(label)}</span>
      <input
        type="date"
        value={dateOf(query.get(name) ?? '') ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => set(name, target.value)}
      />
    </label>
  );
  return (
    <Filters
      count={['from', 'to', 'product'].filter((name) => query.has(name)).length + chosen.length}
      search={<SearchBox addressed={query.get('text') ?? ''} change={(text) => set('text', text.trim())} />}
    >
      {dayInput('from', 'filterFrom', firstDay, dayOf(to) ?? lastDay)}
      {dayInput('to', 'filterTo', dayOf(from) ?? firstDay, lastDay)}
      <label className="field-inline">
        <span className="visually-hidden">{t('product')}</span>
        <select value={product ?? ''} onChange={({ target }) => set('product', target.value)}>
          <option value="">{t('allProducts')}</option>
          {products.map((one) => (
            <option key={one} value={one}>
              {productText(one)}
            </option>
          ))}
        </select>
      </label>
      <StatusFilter
        chosen={chosen}
        toggle={(status) =>
          change((next) => {
            const others = chosen.filter((one) => one !== status);
            next.delete('status');
            for (const one of chosen.includes(status) ? others : [...chosen, status])
              next.append('status', one);
          })
        }
      />
      {clear && (
        <button type="button" className="button small" onClick={clear}>
          <Icon name="close" />
          {t('clearFilters')}
        </button>
      )}
    </Filters>
  );
}

interface SearchBoxProps {
  readonly addressed: string;
  readonly change: (text: string) => void;
}

function SearchBox({ addressed, change }: SearchBoxProps) {
  const t = useText();
  const [text, setText] = useTyped(addressed);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement | null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || at?.closest('input, textarea, select'))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <label className="search">
      <Icon name="search" />
      <span className="visually-hidden">{t('search')}</span>
      <input
        ref={input}
        type="search"
        maxLength={140}
        placeholder={t('searchPayments')}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          change(target.value);
        }}
      />
    </label>
  );
}

function StatusFilter({
  chosen,
  toggle,
}: {
  readonly chosen: readonly PaymentStatus[];
  readonly toggle: (status: PaymentStatus) => void;
}) {
  const t = useText();
  const text = useStatusText();
  return (
    <fieldset className="status-filter">
      <legend className="visually-hidden">{t('filterStatus')}</legend>
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          className={`toggle tone-${toneOf(status)}`}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          {text(status)}
        </button>
      ))}
    </fieldset>
  );
}
