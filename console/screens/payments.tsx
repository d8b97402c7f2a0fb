/** The payments of the TPP: searched, filtered, live, and as many as there are. */
import { useEffect, useMemo, useRef } from 'react';
import type { PaymentFilter, PaymentProduct, PaymentStatus } from '../generated/graphql.ts';
import { useSettled, useTyped } from '../hooks.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { PaymentGrid } from '../parts/payment-grid.tsx';
import { products, useProductText } from '../parts/product.ts';
import { toneOf, useStatusText } from '../parts/status.tsx';
import { useText } from '../preferences.ts';
import { hrefOf, replace, useRoute } from '../route.ts';
import { usePayments } from './use-payments.ts';

/** As far as the bank counts (PaymentConnection.totalCount). */
const countedAtMost = 10_000;

/** Those that payments have in this bank, in the order in which they come to them. */
const statuses: readonly PaymentStatus[] = ['RCVD', 'PDNG', 'ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'];
export function Payments() {
  const t = useText();
  const productText = useProductText();
  const { query } = useRoute();
  const chosen = useMemo(() => query.getAll('status') as PaymentStatus[], [query]);
  const product = query.get('product') as PaymentProduct | null;
  const [text, setText] = useTyped(query.get('text') ?? '');
  const sought = useSettled(text.trim(), 250);
  const from = query.get('from');
  const to = query.get('to');
  const filter = useMemo<PaymentFilter>(
    () => ({
      ...(chosen.length > 0 ? { statuses: chosen } : {}),
      ...(product ? { products: [product] } : {}),
      ...(sought ? { text: sought } : {}),
      ...(from ? { createdFrom: from } : {}),
      ...(to ? { createdTo: to } : {}),
    }),
    [chosen, product, sought, from, to],
  );
  const list = usePayments(filter);
  const filtered = Object.keys(filter).length > 0;

  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(query);
    edit(next);
    replace(hrefOf('payments', null, next));
  };
  const clear = () => {
    setText('');
    replace(hrefOf('payments'));
  };

  return (
    <Page
      title={t('navPayments')}
      actions={
        <a className="button primary" href={hrefOf('create')}>
          <Icon name="create" />
          {t('makePayment')}
        </a>
      }
    >
      <div className="filters">
        <SearchBox
          value={text}
          onChange={(value) => {
            setText(value);
            change((next) => (value.trim() ? next.set('text', value.trim()) : next.delete('text')));
          }}
        />
        <label className="field-inline">
          <span className="visually-hidden">{t('filterProduct')}</span>
          <select
            value={product ?? ''}
            onChange={({ target }) =>
              change((next) => (target.value ? next.set('product', target.value) : next.delete('product')))
            }
          >
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
        {filtered && (
          <button type="button" className="button small" onClick={clear}>
            <Icon name="close" />
            {t('clearFilters')}
          </button>
        )}
      </div>
      {list.error && <Problem error={list.error} again={list.again} />}
      {list.rows.length > 0 ? (
        <>
          <p className="hint list-hint">
            <span role="status">
              {t(list.total > countedAtMost ? 'paymentsMore' : 'paymentsLoaded', {
                count: Math.min(list.total, countedAtMost),
              })}
            </span>
            <span className="keys">{t('keysHint')}</span>
          </p>
          <PaymentGrid rows={list.rows} changed={list.changed} atEnd={list.more} />
        </>
      ) : list.loading ? (
        <Loading />
      ) : (
        !list.error && <Nothing filtered={filtered} />
      )}
    </Page>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  const t = useText();
  if (filtered) return <Empty icon="search" title={t('paymentsNoMatch')} hint={t('paymentsNoMatchHint')} />;
  return (
    <Empty title={t('paymentsNone')} hint={t('paymentsNoneHint')}>
      <a className="button primary" href={hrefOf('create')}>
        {t('makePayment')}
      </a>
    </Empty>
  );
}

function SearchBox({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const t = useText();
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
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
