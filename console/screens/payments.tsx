import { useMemo } from 'react';
import type { PaymentFilter, PaymentProduct, PaymentStatus } from '../generated/graphql.ts';
import { useSettled } from '../hooks.ts';
import { Button } from '../parts/button.tsx';
import { countedAtMost } from '../parts/count.ts';
import { dateOf, dayOf, endOf, startOf } from '../parts/days.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { PaymentGrid } from '../parts/payment-grid.tsx';
import { PrintedPayments } from '../parts/printed-payments.tsx';
import { toolkit } from '../parts/signed-curl.ts';
import { useTerminal } from '../parts/terminal.ts';
import { useText } from '../preferences.ts';
import { hrefOf, replace, useRoute } from '../route.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { type Export, exportedAtMost, useExport } from './use-export.ts';
import { usePayments } from './use-payments.ts';

export function Payments() {
  const t = useText();
  const { query } = useRoute();
  const chosen = useMemo(() => query.getAll('status') as PaymentStatus[], [query]);
  const product = query.get('product') as PaymentProduct | null;
  const sought = useSettled(query.get('text')?.trim() ?? '', 250);
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const unread = [from, to].filter((day) => day !== '' && dateOf(day) === null);
  const filter = useMemo<PaymentFilter>(
    () => ({
      ...(chosen.length > 0 ? { statuses: chosen } : {}),
      ...(product ? { products: [product] } : {}),
      ...(sought ? { text: sought } : {}),
      ...(dayOf(from) ? { createdFrom: new Date(startOf(from)).toISOString() } : {}),
      ...(dayOf(to) ? { createdTo: new Date(endOf(to)).toISOString() } : {}),
    }),
    [chosen, product, sought, from, to],
  );
  const list = usePayments(filter);
  const file = useExport(filter);
  const filtered = Object.keys(filter).length > 0 || unread.length > 0;

  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(query);
    edit(next);
    replace(hrefOf('payments', null, next));
  };

  return (
    <Page
      title={t('navPayments')}
      actions={
        <>
          <Button disabled={file.busy || list.rows.length === 0} onClick={() => void file.run()}>
            <Icon name="download" />
            {t('exportCsv')}
          </Button>
          <a className="button primary" href={hrefOf('create')}>
            <Icon name="create" />
            {t('makePayment')}
          </a>
        </>
      }
    >
      <PaymentFilters
        query={query}
        change={change}
        clear={filtered ? () => replace(hrefOf('payments')) : undefined}
      />
      {unread.map((value) => (
        <p key={value} className="note note-wait" role="alert">
          <Icon name="warning" />
          {t('dayUnread', { value })}
        </p>
      ))}
      <Exported file={file} />
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
          <PaymentGrid
            // Another filter begins at its first row.
            key={JSON.stringify(filter)}
            rows={list.rows}
            readCount={list.readCount}
            changed={list.changed}
            readMore={list.more}
          />
          <PrintedPayments rows={list.rows} />
        </>
      ) : list.loading ? (
        <Loading />
      ) : (
        !list.error && <Nothing filtered={filtered} />
      )}
    </Page>
  );
}

function Exported({ file: { busy, count, cut, error } }: { readonly file: Export }) {
  const t = useText();
  if (error) return <Problem error={error} />;
  const text = busy
    ? t('exportBusy', { count })
    : cut
      ? t('exportCut', { count, most: exportedAtMost })
      : count > 0
        ? t('exportDone', { count })
        : '';
  return (
    <p className="hint" role="status">
      {text}
    </p>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  const t = useText();
  const firstCommand = toolkit(['pay'], useTerminal());
  if (filtered) return <Empty icon="search" title={t('paymentsNoMatch')} hint={t('paymentsNoMatchHint')} />;
  return (
    <Empty title={t('paymentsNone')} hint={t('paymentsNoneHint', { command: firstCommand })}>
      <a className="button primary" href={hrefOf('create')}>
        {t('makePayment')}
      </a>
    </Empty>
  );
}
