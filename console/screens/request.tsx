import { RequestPageDocument, type RequestPageQuery } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { Back } from '../parts/back.tsx';
import { Code } from '../parts/copy.tsx';
import { Copied, Fact } from '../parts/fact.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { BankText, Card, Empty, Page } from '../parts/page.tsx';
import { StatusCode } from '../parts/status-code.tsx';
import { Moment } from '../parts/values.tsx';
import { usePreferences, useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { Comparison } from './request-comparison.tsx';
import { shortMs } from './requests.tsx';

type Request = Extract<RequestPageQuery['node'], { readonly __typename?: 'LoggedRequest' }>;

export function RequestScreen({ id }: { readonly id: string }) {
  const t = useText();
  const read = useRead(RequestPageDocument, { id });
  const node = read.data?.node;
  const request = node && 'checks' in node ? (node as Request) : null;
  if (request) return <Shown request={request} />;
  return (
    <MissingPage title={t('request')} read={read}>
      <Empty icon="search" title={t('requestUnknown')} hint={t('requestUnknownHint')}>
        <a className="button" href={hrefOf('requests')}>
          {t('navRequests')}
        </a>
      </Empty>
    </MissingPage>
  );
}

function Shown({ request }: { readonly request: Request }) {
  const t = useText();
  const { language } = usePreferences();
  return (
    <Page
      title={`${request.method} ${request.operationName ?? pathOf(request.path)}`}
      lead={<Moment at={request.at} style="exact" />}
      actions={<Back screen="requests" text="navRequests" />}
    >
      <section className="hero card" aria-label={t('status')}>
        <div className="hero-status">
          <StatusCode status={request.status} refused={request.code !== null} />
          {request.code && <code>{request.code}</code>}
          <span className="soft">
            {t('requestDuration')} {t('milliseconds', { count: shortMs(request.durationMs, language) })}
          </span>
        </div>
        <dl className="facts">
          <Fact name={t('requestsPath')}>
            <code>{request.path}</code>
          </Fact>
          {request.fault && (
            <Fact name={t('fault')}>
              <code>{request.fault}</code>
            </Fact>
          )}
          {request.xRequestId && (
            <Fact name={t('requestsId')}>
              <Copied text={request.xRequestId} />
            </Fact>
          )}
        </dl>
      </section>
      {request.signature && <Comparison signature={request.signature} />}
      <div className="request-parts">
        <div className="column">
          <Card title={t('requestChecks')}>
            <Checks checks={request.checks} />
          </Card>
          <Message title={t('requestAnswer')} headers={request.responseHeaders} body={request.responseBody} />
        </div>
        <Message title={t('request')} headers={request.requestHeaders} body={request.requestBody} />
      </div>
    </Page>
  );
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? target;

const looks = {
  PASSED: ['good', 'check'],
  FAILED: ['bad', 'cross'],
  SKIPPED: ['calm', 'ban'],
} as const satisfies Record<string, readonly [string, IconName]>;

function Checks({ checks }: Pick<Request, 'checks'>) {
  const t = useText();
  const { language } = usePreferences();
  return (
    <ol className="request-checks">
      {checks.map(({ name, result, detail, durationMs }) => {
        const [tone, icon] = looks[result];
        return (
          <li key={name} className={`tone-${tone} check-${result.toLowerCase()}`}>
            <span className="check-mark">
              <Icon name={icon} />
            </span>
            <span className="check-name">{t(`check${name}`)}</span>
            <span className="soft small">
              {result === 'PASSED' ? (
                <span className="visually-hidden">{t('checkPASSED')} </span>
              ) : (
                `${t(`check${result}`)} `
              )}
              {durationMs != null && t('milliseconds', { count: shortMs(durationMs, language) })}
            </span>
            {detail && (
              <p className="check-detail">
                <BankText text={detail} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: Request['requestHeaders'];
  readonly body: string | null | undefined;
}

function Message({ title, headers, body }: MessageProps) {
  const t = useText();
  const text = body == null ? null : pretty(body);
  return (
    <Card title={title}>
      <h3>{t('requestBody')}</h3>
      {text === null ? (
        <p className="hint">{t('requestNoBody')}</p>
      ) : (
        <Code text={text} label={`${title}: ${t('requestBody')}`} />
      )}
      <h3>{t('requestHeaders')}</h3>
      <dl className="headers">
        {headers.map(({ name, value }) => (
          <Fact key={name} name={name}>
            <HeaderValue value={value} />
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

const shortest = 160;

function HeaderValue({ value }: { readonly value: string }) {
  if (value.length <= shortest) return <code>{value}</code>;
  return (
    <details>
      <summary>
        <code>{value.slice(0, 60)}…</code>
      </summary>
      <code>{value}</code>
    </details>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
