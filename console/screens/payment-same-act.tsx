import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { Code } from '../parts/copy.tsx';
import { type Act, paymentDocument } from '../parts/documents.ts';
import { Card } from '../parts/page.tsx';
import { type RestRequest, signedCurl, toolkit, toolkitLine } from '../parts/signed-curl.ts';
import { useTerminal } from '../parts/terminal.ts';
import { useText } from '../preferences.ts';

export function SameAct({ payment }: { readonly payment: PaymentDetailsFragment }) {
  const t = useText();
  const terminal = useTerminal();
  const [act, setAct] = useState<Act>('actRead');
  const path = payment.links.self?.href;
  if (!path) return null;
  const requests: Readonly<Record<Act, RestRequest>> = {
    actRead: { method: 'GET', path },
    actStatus: { method: 'GET', path: `${path}/status` },
    actCancel: { method: 'DELETE', path },
  };
  const request = requests[act];
  const acts = (
    payment.links.self?.verbs.includes('DELETE') ? Object.keys(requests) : ['actRead', 'actStatus']
  ) as Act[];
  return (
    <Card
      title={t('sameAct')}
      hint={t('sameActHint')}
      actions={
        <label>
          <span className="visually-hidden">{t('actChoose')}</span>
          <select value={act} onChange={({ target }) => setAct(target.value as Act)}>
            {acts.map((one) => (
              <option key={one} value={one}>
                {t(one)}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <ThreeWays
        curl={signedCurl(request, terminal)}
        graphql={paymentDocument(act, payment.paymentId)}
        tool={
          act === 'actStatus'
            ? toolkit(['status', payment.paymentId], terminal)
            : toolkitLine(request, terminal)
        }
      />
    </Card>
  );
}

export function ThreeWays({
  curl,
  graphql,
  tool,
}: {
  readonly curl: string;
  readonly graphql: string;
  readonly tool: string;
}) {
  const t = useText();
  return (
    <Ariakit.TabProvider defaultSelectedId="tool">
      <Ariakit.TabList className="tabs" aria-label={t('sameAct')}>
        <Ariakit.Tab id="tool">{t('actTool')}</Ariakit.Tab>
        <Ariakit.Tab id="graphql">{t('actGraphql')}</Ariakit.Tab>
        <Ariakit.Tab id="curl">{t('actCurl')}</Ariakit.Tab>
      </Ariakit.TabList>
      <Ariakit.TabPanel tabId="tool">
        <Code text={tool} label={t('actTool')} />
      </Ariakit.TabPanel>
      <Ariakit.TabPanel tabId="graphql">
        <Code text={graphql} label={t('actGraphql')} />
      </Ariakit.TabPanel>
      <Ariakit.TabPanel tabId="curl">
        <Code text={curl} label={t('actCurl')} />
      </Ariakit.TabPanel>
    </Ariakit.TabProvider>
  );
}
