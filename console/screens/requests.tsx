import { useMemo } from 'react';
import { type RequestLogFilter, RequestsDocument, type RequestsQuery } from '../generated/graphql.ts';
import { useRead, useSettled, useTyped } from '../hooks.ts';
import { hasUpstreamBank } from '../parts/bank.ts';
import { Button } from '../parts/button.tsx';
import { Filters } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { toolkit } from '../parts/signed-curl.ts';
import { StatusCode } from '../parts/status-code.tsx';
import { useTerminal } from '../parts/terminal.ts';
import { Moment } from '../parts/values.tsx';
import { usePreferences, useText } from '../preferences.ts';
import { hrefOf, replace, useRoute } from '../route.ts';
import type { TextKey } from '../texts/index.ts';
import { Faults } from './faults.tsx';
import { RequestScreen } from './request.tsx';

const statuses = [200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503] as const;
const pageSize = 25;

export function Requests({ id }: { readonly id: string | null }) {
  return id === null ? <RequestList /> : <RequestScreen id={id} />;
}

const labels = {
  path: 'requestsPath',
  code: 'requestsCode',
  xRequestId: 'requestsId',
} as const satisfies Readonly<Record<string, TextKey>>;
const fields = Object.keys(labels);

function RequestList() {
  const t = useText();
  const { query } = useRoute();
  const sought = useSettled(query.toString(), 250);
  const variables = useMemo(() => variablesOf(new URLSearchParams(sought)), [sought]);
  const { data, error, fetching, refetch } = useRead(RequestsDocument, variables);
  const filtered = fields.some((name) => query.has(name)) || query.has('status');
  const log = data?.requestLog;
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(query);
    for (const cursor of ['after', 'before']) next.delete(cursor);
    edit(next);
    replace(hrefOf('requests', null, next));
  };
  const set = (name: string, value: string) =>
    change((next) => (value.trim() ? next.set(name, value.trim()) : next.delete(name)));
  const searchOf = (name: keyof typeof labels) => (
    <SearchField
      name={name}
      label={t(labels[name])}
      addressed={query.get(name) ?? ''}
      change={(value) => set(name, value)}
    />
  );
  return (
    <Page
      title={t('navRequests')}
      lead={t('requestsLead')}
      actions={
        <Button onClick={refetch} disabled={fetching}>
          <Icon name="refresh" />
          {t('requestsRefresh')}
        </Button>
      }
    >
      <Filters
        count={['code', 'xRequestId', 'status', 'console'].filter((name) => query.has(name)).length}
        search={searchOf('path')}
      >
        {searchOf('code')}
        {searchOf('xRequestId')}
        <label className="field-inline">
          <span className="visually-hidden">{t('requestsStatus')}</span>
          <select value={query.get('status') ?? ''} onChange={({ target }) => set('status', target.value)}>
            <option value="">{t('requestsAllStatuses')}</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </select>
        </label>
        <label className="choice-line">
          <input
            type="checkbox"
            checked={query.has('console')}
            onChange={({ target }) => set('console', target.checked ? 'true' : '')}
          />
          {t('requestsConsole')}
        </label>
      </Filters>
      {error && <Problem error={error} again={refetch} />}
      {log && log.nodes.length > 0 ? (
        <>
          <p className="hint list-hint">
            <span role="status">{t('requestsCount', { count: log.totalCount })}</span>
          </p>
          <Rows log={log} />
          <Pages log={log} change={change} />
        </>
      ) : fetching ? (
        <Loading />
      ) : (
        !error && <Nothing filtered={filtered} />
      )}
      {hasUpstreamBank() && <Faults />}
    </Page>
  );
}

interface SearchFieldProps {
  readonly name: string;
  readonly label: string;
  readonly addressed: string;
  readonly change: (text: string) => void;
}

function SearchField({ name, label, addressed, change }: SearchFieldProps) {
  const [text, setText] = useTyped(addressed);
  return (
    <label className={`field-inline filter-${name}`}>
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={500}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          change(target.value);
        }}
      />
    </label>
  );
}

function variablesOf(query: URLSearchParams) {
  const filter: RequestLogFilter = {
    ...Object.fromEntries(
      fields.flatMap((name) => {
        const value = query.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    ...(query.has('status') ? { status: Number(query.get('status')) } : {}),
    ...(query.has('console') ? {} : { fromConsole: false }),
  };
  const [after, before] = [query.get('after'), query.get('before')];
  if (before !== null) return { filter, last: pageSize, before };
  return { filter, first: pageSize, ...(after === null ? {} : { after }) };
}

type Log = RequestsQuery['requestLog'];

function Rows({ log }: { readonly log: Log }) {
  const t = useText();
  const { language } = usePreferences();
  return (
    <ul className="rows requests card">
      {log.nodes.map((one) => (
        <li key={one.id}>
          <a href={hrefOf('requests', one.id)} data-request={one.xRequestId}>
            <StatusCode status={one.status} refused={one.code !== null} />
            <span className="rows-main">
              <span className="request-line">
                <strong>{one.method}</strong> {one.operationName ?? <Path path={one.path} />}
              </span>
              <span className="soft small">
                {one.code && <span className="request-code">{one.code} · </span>}
                <Moment at={one.at} style="exact" />
              </span>
            </span>
            <span className="soft small request-time">
              {t('milliseconds', { count: shortMs(one.durationMs, language) })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A phone shows only the end of a long path. */
function Path({ path }: { readonly path: string }) {
  const [plain = ''] = path.split('?');
  const end = plain.split('/').slice(-2).join('/');
  return (
    <>
      <span className="path-whole">{path}</span>
      <span className="path-end" title={path}>
        {plain.split('/').length > 4 ? `…/${end}` : plain}
      </span>
    </>
  );
}

export const shortMs = (milliseconds: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: milliseconds < 100 ? 2 : 3 }).format(
    milliseconds,
  );

function Pages({
  log: { pageInfo },
  change,
}: {
  readonly log: Log;
  readonly change: (edit: (next: URLSearchParams) => void) => void;
}) {
  const t = useText();
  if (!pageInfo.hasNextPage && !pageInfo.hasPreviousPage) return null;
  const turn = (name: 'after' | 'before', cursor: string | null | undefined) =>
    change((next) => (cursor ? next.set(name, cursor) : undefined));
  return (
    <nav className="actions pages" aria-label={t('navRequests')}>
      <Button disabled={!pageInfo.hasPreviousPage} onClick={() => turn('before', pageInfo.startCursor)}>
        <Icon name="back" />
        {t('requestsNewer')}
      </Button>
      <Button disabled={!pageInfo.hasNextPage} onClick={() => turn('after', pageInfo.endCursor)}>
        {t('requestsOlder')}
        <Icon name="forward" />
      </Button>
    </nav>
  );
}

function Nothing({ filtered }: { readonly filtered: boolean }) {
  const t = useText();
  const firstCommand = toolkit(['pay'], useTerminal());
  if (filtered) return <Empty icon="search" title={t('requestsNoMatch')} hint={t('requestsNoMatchHint')} />;
  return (
    <Empty icon="requests" title={t('requestsNone')} hint={t('requestsNoneHint')}>
      <code className="command">{firstCommand}</code>
    </Empty>
  );
}
