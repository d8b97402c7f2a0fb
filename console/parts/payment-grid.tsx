/** Only the visible rows are in the page, and the one that the Tab key reaches. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListedPaymentFragment } from '../generated/graphql.ts';
import { useText } from '../preferences.ts';
import { historyEntry, hrefOf } from '../route.ts';
import { useProductText } from './product.ts';
import { referenceOf } from './reference.ts';
import { StatusChip, useStatusText } from './status.tsx';
import { Account, Amount, Creditor, Moment, UserText, useCreditor } from './values.tsx';

interface GridProps {
  readonly rows: readonly ListedPaymentFragment[];
  readonly changed: ReadonlyMap<string, number>;
  /** Rows at the top; `readMore` reads those below them. */
  readonly readCount: number;
  readonly readMore: () => void;
}

const narrow = matchMedia('(max-width: 74.99rem)');

/** In pixels, as in payments.css: it grows with the text size of the browser. */
const rowHeight = (isNarrow: boolean): number =>
  (isNarrow ? 10.4 : 4) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** `paymentId` is null if no row has had the focus. */
interface FocusedRow {
  readonly paymentId: string | null;
  readonly index: number;
}

/** If the payment is gone, the next row has its index. */
function indexOf({ paymentId, index }: FocusedRow, rows: GridProps['rows']): number {
  const current = rows.findIndex((row) => row.paymentId === paymentId);
  return current >= 0 ? current : Math.min(index, rows.length - 1);
}

const readAhead = 300;

/** Where the user was in the list, for the way back to it. */
let left: { readonly entry: string; readonly top: number; readonly focusedRow: FocusedRow } | undefined;

export function PaymentGrid({ rows, changed, readCount, readMore }: GridProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [entry] = useState(historyEntry);
  const [before] = useState(() => (left?.entry === entry ? left : undefined));
  const [focusedRow, setFocusedRow] = useState(before?.focusedRow ?? { paymentId: null, index: 0 });
  const newestFocus = useRef(focusedRow);
  newestFocus.current = focusedRow;
  useLayoutEffect(
    () => () => {
      left = { entry, top: frame.current?.scrollTop ?? 0, focusedRow: newestFocus.current };
    },
    [entry],
  );
  const focused = indexOf(focusedRow, rows);
  const moveFocus = useRef(false);
  const isNarrow = useNarrow();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight(isNarrow),
    getItemKey: (index) => rows[index]?.paymentId ?? index,
    overscan: 12,
    rangeExtractor: (range) =>
      [...new Set([focused, ...defaultRangeExtractor(range)])].sort((one, other) => one - other),
    initialOffset: before?.top ?? 0,
    // New rows at the top push no row away from below the pointer, but are seen by whoever is at the top.
    anchorTo: (frame.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height in another width
  useLayoutEffect(() => virtual.measure(), [isNarrow]);
  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= readCount - readAhead) readMore();
  }, [last, readCount, readMore]);
  // React may run a passive effect of the render before the key after it.
  useLayoutEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    frame.current?.querySelector<HTMLElement>(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    virtual.scrollToIndex(next, { align: 'auto' });
    moveFocus.current = true;
    setFocusedRow({ paymentId: rows[next]?.paymentId ?? null, index: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const inSight = Math.max(1, Math.floor((frame.current?.clientHeight ?? 480) / rowHeight(isNarrow)) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: focused + 1,
      ArrowUp: focused - 1,
      PageDown: focused + inSight,
      PageUp: focused - inSight,
      Home: 0,
      End: rows.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
    } else if (event.key === 'Enter') {
      // The browser opens a clicked link in a new tab if a modifier is down.
      const { ctrlKey, metaKey, shiftKey } = event;
      const link = frame.current?.querySelector(`[data-index="${focused}"] a`);
      link?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      );
      event.preventDefault();
    }
  };

  return (
    <>
      <div className="grid" role="grid" aria-label={t('paymentsList')} aria-rowcount={rows.length + 1}>
        <div className="grid-head" role="row" aria-rowindex={1}>
          <span role="columnheader">{t('created')}</span>
          <span role="columnheader">{t('creditor')}</span>
          <span role="columnheader">{t('debtor')}</span>
          <span role="columnheader" className="right">
            {t('amount')}
          </span>
          <span role="columnheader">{t('status')}</span>
        </div>
        <div className="grid-frame" role="rowgroup" ref={frame} onKeyDown={onKeyDown}>
          <div className="grid-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, key, start }) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <Row
                  key={key}
                  row={row}
                  index={index}
                  offset={start}
                  tabbable={index === focused}
                  changes={changed.get(row.paymentId) ?? 0}
                  onFocus={setFocusedRow}
                />
              );
            })}
          </div>
        </div>
      </div>
      <Announcer rows={rows} changed={changed} />
    </>
  );
}

interface RowProps {
  readonly row: ListedPaymentFragment;
  readonly index: number;
  readonly offset: number;
  readonly tabbable: boolean;
  readonly changes: number;
  readonly onFocus: (row: FocusedRow) => void;
}

const Row = memo(function PaymentRow({ row, index, offset, tabbable, changes, onFocus }: RowProps) {
  const t = useText();
  const productText = useProductText();
  return (
    <div
      className={`grid-row ${changes > 0 ? `changed-${changes % 2}` : ''}`}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-payment={row.paymentId}
      tabIndex={tabbable ? 0 : -1}
      style={{ transform: `translateY(${offset}px)` }}
      onFocus={() => onFocus({ paymentId: row.paymentId, index })}
    >
      <span role="gridcell" className="cell-created">
        <Moment at={row.createdAt} style="short" /> <span className="below">{productText(row.product)}</span>
      </span>
      <span role="gridcell" className="cell-creditor">
        <a className="cell-main" href={hrefOf('payments', row.paymentId)} tabIndex={-1}>
          <Creditor names={row.creditorNames} />
        </a>{' '}
        <span className="below">
          <UserText text={referenceOf(row)} />
        </span>
      </span>
      <span role="gridcell" className="cell-debtor">
        <UserText text={row.debtorName} />{' '}
        <span className={row.debtorName ? 'below' : undefined}>
          <Account account={row.debtorAccount} />
        </span>
      </span>
      <span role="gridcell" className="cell-amount right">
        {row.totalAmount ? <Amount value={row.totalAmount} /> : t('severalCurrencies')}
      </span>
      <span role="gridcell" className="cell-status">
        <StatusChip status={row.transactionStatus} /> <code className="below">{row.paymentId}</code>
      </span>
    </div>
  );
});

function Announcer({ rows, changed }: Pick<GridProps, 'rows' | 'changed'>) {
  const t = useText();
  const status = useStatusText();
  const creditor = useCreditor();
  const [last] = [...changed.keys()].slice(-1);
  const row = last === undefined ? undefined : rows.find(({ paymentId }) => paymentId === last);
  return (
    <p className="visually-hidden" role="status">
      {row &&
        t('nowStatus', { creditor: creditor(row.creditorNames), status: status(row.transactionStatus) })}
    </p>
  );
}

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const changed = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', changed);
    return () => narrow.removeEventListener('change', changed);
  }, []);
  return isNarrow;
}
