import { type FormEvent, useId, useState } from 'react';
import { FaultsDocument, SetFaultsDocument } from '../generated/graphql.ts';
import { useAct, useRead } from '../hooks.ts';
import { Button } from '../parts/button.tsx';
import { Messages } from '../parts/messages.tsx';
import { Card } from '../parts/page.tsx';
import { Moment } from '../parts/values.tsx';
import { useText } from '../preferences.ts';

const values = [
  'status=503',
  'status=500',
  'status=429',
  'status=503;after',
  'delay=2500',
  'delay=2500;after',
  'cut',
  'cut;after',
  'cut-body',
  'slow-body=5000',
];

export function Faults() {
  const t = useText();
  const id = useId();
  const { data, refetch } = useRead(FaultsDocument, {});
  const act = useAct(SetFaultsDocument);
  const [fault, setFault] = useState('status=503');
  const [times, setTimes] = useState('1');
  const [path, setPath] = useState('/v1/');
  const current = data?.sandboxFaults;
  const send = async (input: Parameters<typeof act.run>[0]['input']) => {
    await act.run({ input });
    refetch();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send({ fault, times: Number(times), path: path || null });
  };
  return (
    <Card title={t('faults')} hint={t('faultsHint')}>
      <form className="one-line" onSubmit={submit}>
        <label htmlFor={`${id}-fault`}>{t('fault')}</label>
        <input
          id={`${id}-fault`}
          list={`${id}-values`}
          value={fault}
          autoComplete="off"
          onChange={({ target }) => setFault(target.value)}
        />
        <datalist id={`${id}-values`}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <label htmlFor={`${id}-times`}>{t('faultTimes')}</label>
        <input
          id={`${id}-times`}
          type="number"
          min={1}
          max={100}
          value={times}
          onChange={({ target }) => setTimes(target.value)}
        />
        <label htmlFor={`${id}-path`}>{t('faultPath')}</label>
        <input
          id={`${id}-path`}
          value={path}
          autoComplete="off"
          onChange={({ target }) => setPath(target.value)}
        />
        <Button type="submit" disabled={act.busy || fault === '' || times === ''}>
          {t('faultSet')}
        </Button>
      </form>
      <div className="actions" role="status">
        {data && !current && <p className="hint">{t('faultNone')}</p>}
        {current && (
          <>
            <p>
              {t('faultCurrent', { count: current.timesLeft })} <code>{current.fault}</code>
              {current.path && (
                <>
                  {' '}
                  <code>{current.path}</code>
                </>
              )}
              , {t('askedUntil')} <Moment at={current.until} style="exact" />
            </p>
            <Button disabled={act.busy} onClick={() => void send({ fault: null })}>
              {t('faultEnd')}
            </Button>
          </>
        )}
        <button type="button" className="button" onClick={refetch}>
          {t('requestsRefresh')}
        </button>
      </div>
      <Messages messages={act.messages} />
    </Card>
  );
}
