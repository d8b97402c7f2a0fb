import { type FormEvent, useId, useState } from 'react';
import {
  CreateCertificateDocument,
  type CreateCertificateMutation,
  type SandboxCertificateKind,
} from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { Button } from '../parts/button.tsx';
import { Code } from '../parts/copy.tsx';
import { download } from '../parts/download.ts';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { Card, Page } from '../parts/page.tsx';
import { toolkit } from '../parts/signed-curl.ts';
import { useTerminal } from '../parts/terminal.ts';
import { useText } from '../preferences.ts';

/** The response to a payment that is signed with the certificate. */
const answers: Readonly<Record<SandboxCertificateKind, string>> = {
  GOOD: '201',
  EXPIRED: '401 CERTIFICATE_EXPIRED',
  NOT_YET_VALID: '401 CERTIFICATE_INVALID',
  WRONG_ROLE: '403 ROLE_INVALID',
  UNTRUSTED: '401 CERTIFICATE_INVALID',
  WEAK_KEY: '401 CERTIFICATE_INVALID',
};
const kinds = Object.keys(answers) as SandboxCertificateKind[];

type Certificate = NonNullable<CreateCertificateMutation['answer']['certificate']>;

export function Certificates() {
  const t = useText();
  const id = useId();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<SandboxCertificateKind>('GOOD');
  const [certificate, setCertificate] = useState<Certificate | null>(null);
  const act = useAct(CreateCertificateDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setCertificate((await act.run({ input: { name, kind } }))?.certificate ?? null);
  };
  return (
    <Page title={t('navCertificates')} lead={t('certificatesLead')}>
      <div className="columns">
        <form className="card form" onSubmit={(event) => void submit(event)}>
          <div className="form-field">
            <label htmlFor={id}>{t('certificateName')}</label>
            <input
              id={id}
              value={name}
              maxLength={40}
              autoComplete="off"
              placeholder="Acme Pay"
              onChange={({ target }) => setName(target.value)}
            />
            <p className="hint">{t('certificateNameHint')}</p>
          </div>
          <fieldset className="kinds">
            <legend>{t('certificateKind')}</legend>
            {kinds.map((one) => (
              <label key={one} className="choice-line kind">
                <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
                <span>{t(`certificate${one}`)}</span>
                <span className="code soft kind-answer">{answers[one]}</span>
              </label>
            ))}
          </fieldset>
          <Messages messages={act.messages} />
          <div className="form-end">
            <Button type="submit" className="button primary" disabled={act.busy || name.trim() === ''}>
              <Icon name="key" />
              {t('certificateMake')}
            </Button>
          </div>
        </form>
        <div role="status">
          {certificate && <NewCertificate certificate={certificate} answer={answers[certificate.kind]} />}
        </div>
      </div>
    </Page>
  );
}

interface NewCertificateProps {
  readonly certificate: Certificate;
  readonly answer: string;
}

function NewCertificate({ certificate: { tppId, certificate, privateKey }, answer }: NewCertificateProps) {
  const t = useText();
  const file = tppId.toLowerCase();
  const command = toolkit(['pay', '--certificate', `${file}.pem`, '--key', `${file}.key`], useTerminal());
  return (
    <Card title={tppId} hint={t('certificateOnce')}>
      <div className="page-actions">
        <Download name={`${file}.pem`} text={certificate ?? ''} label={t('certificateDownload')} />
        <Download name={`${file}.key`} text={privateKey ?? ''} label={t('keyDownload')} />
      </div>
      <p className="hint try-it">{t('certificateTry', { answer })}</p>
      <Code text={command} label={t('actTool')} />
      <details className="try-it">
        <summary>PEM</summary>
        <Code text={certificate ?? ''} label="PEM" />
      </details>
    </Card>
  );
}

interface DownloadProps {
  readonly name: string;
  readonly text: string;
  readonly label: string;
}

function Download({ name, text, label }: DownloadProps) {
  const save = () => download(name, 'application/x-pem-file', text);
  return (
    <button type="button" className="button" onClick={save}>
      <Icon name="download" />
      {label}
    </button>
  );
}
