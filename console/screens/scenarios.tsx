import { useState } from 'react';
import { forms } from '../generated/forms.ts';
import { ScenariosDocument, type ScenariosQuery } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { BankText, Loading, Page, Problem } from '../parts/page.tsx';
import { useText } from '../preferences.ts';
import { psuOf } from '../psu.ts';
import { hrefOf } from '../route.ts';
import { Faults } from './faults.tsx';
import { type BankReply, useApproval } from './payment-actions.tsx';
import { type CreationAnswer, useCreation } from './use-creation.ts';

export function Scenarios() {
  const t = useText();
  const { data, error, refetch } = useRead(ScenariosDocument, {});
  return (
    <Page title={t('navScenarios')} lead={t('scenariosLead')}>
      {error && <Problem error={error} again={refetch} />}
      {!data && !error && <Loading />}
      <div className="tiles">
        {data?.scenarios.map((scenario) => (
          <Scenario key={scenario.name} scenario={scenario} />
        ))}
      </div>
      <Faults />
    </Page>
  );
}

function Scenario({ scenario }: { readonly scenario: ScenariosQuery['scenarios'][number] }) {
  const t = useText();
  const [creationAnswer, setCreationAnswer] = useState<CreationAnswer>();
  const [isApproved, setApproved] = useState(false);
  const [reply, setReply] = useState<BankReply>({ messages: [] });
  const creation = useCreation();
  const approval = useApproval(setReply, () => undefined);
  const { name, creditorName, description } = scenario;
  const play = async () => {
    const form = forms.find(({ product }) => product === 'NDCT');
    if (!form) return;
    const psu = psuOf();
    const text = `${name} ${new Date().toISOString()}`;
    const input = { ...form.example, creditorName, remittanceInformationUnstructured: text, psu };
    const answer = await creation.run(form, input);
    const paymentId = answer?.payment?.paymentId;
    setApproved(paymentId !== undefined && (await approval.answer('APPROVE', { paymentId }, undefined)));
    setCreationAnswer(answer);
  };
  return (
    <section className="card tile" aria-label={name}>
      <h2>
        <code>{name}</code>
      </h2>
      <p className="soft">{creditorName}</p>
      <p>
        <BankText text={description} />
      </p>
      <div className="tile-end">
        <Button
          className="button primary"
          disabled={creation.busy || approval.busy}
          onClick={() => void play()}
        >
          <Icon name="play" />
          {t('tryScenario')}
        </Button>
        <a
          className="button"
          href={hrefOf('create', null, new URLSearchParams({ product: 'NDCT', creditor: creditorName }))}
        >
          {t('tryForm')}
        </a>
      </div>
      <div role="status">
        {creationAnswer?.payment && (
          <p className="tile-said">
            {isApproved && <Icon name="check" />} {t(isApproved ? 'scenarioPlayed' : 'scenarioMade')}:{' '}
            <a href={hrefOf('payments', creationAnswer.payment.paymentId)}>{t('scenarioSee')}</a>.{' '}
            {t(isApproved ? 'scenarioNext' : 'scenarioApprove')}
          </p>
        )}
        {creationAnswer?.payment === null && <p className="tile-said">{t('scenarioRefused')}</p>}
      </div>
      {creationAnswer && !isApproved && (
        <Messages messages={creationAnswer.payment ? reply.messages : creationAnswer.tppMessages} />
      )}
    </section>
  );
}
