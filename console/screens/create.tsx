import { type FormEvent, Fragment, useEffect, useId, useMemo, useState } from 'react';
import { forms, inputs } from '../generated/forms.ts';
import { type MessageFragment, type PaymentProduct, ViewerDocument } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { hasOwnAccounts } from '../parts/bank.ts';
import { Button } from '../parts/button.tsx';
import { dayInOslo } from '../parts/days.ts';
import { creationDocument } from '../parts/documents.ts';
import { FaultSummary } from '../parts/fault-summary.tsx';
import type { Body, Form, Value } from '../parts/form.ts';
import { isAmong, valueAt, withValue } from '../parts/form.ts';
import { FormField, type FormState, inFormOrder, isShown } from '../parts/form-fields.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { ownerOf } from '../parts/owner.ts';
import { Card, Page } from '../parts/page.tsx';
import { useProductText } from '../parts/product.ts';
import { signedCurl, toolkitLine } from '../parts/signed-curl.ts';
import { useTerminal } from '../parts/terminal.ts';
import { usePreferences, useText } from '../preferences.ts';
import { corporateOptions, psuHeaders, psuOf } from '../psu.ts';
import { go, hrefOf, replace, useRoute } from '../route.ts';
import { productText } from '../texts/fields.ts';
import { AccountChoices } from './account-choices.tsx';
import { BulkTable } from './bulk-table.tsx';
import { DebtorPicker } from './debtor-picker.tsx';
import { ThreeWays } from './payment-same-act.tsx';
import { useAccounts } from './use-accounts.ts';
import { useChecks } from './use-checks.ts';
import { useCreation } from './use-creation.ts';

export function Create() {
  const t = useText();
  const productName = useProductText();
  const { query } = useRoute();
  const wanted = query.get('product') ?? 'INDCTS';
  const form = forms.find(({ product }) => product === wanted) ?? forms[0];
  if (!form) return null;
  // The name of a scenario has its effect for every product.
  const choose = (product: string) => {
    const next = new URLSearchParams(query);
    next.set('product', product);
    replace(hrefOf('create', null, next));
  };
  return (
    <Page title={t('navCreate')} lead={t('createLead')}>
      <fieldset className="products">
        <legend className="visually-hidden">{t('product')}</legend>
        {forms.map(({ product }) => (
          <label key={product} className="choice">
            <input
              type="radio"
              name="product"
              value={product}
              checked={product === form.product}
              onChange={() => choose(product)}
            />
            <span>{productName(product as PaymentProduct)}</span>
          </label>
        ))}
      </fieldset>
      <ProductForm form={form} key={form.product} creditor={query.get('creditor')} />
    </Page>
  );
}

/** `clock` is the time of the sandbox. */
function exampleOf(form: Form, creditor: string | null, clock: string): Body {
  const { startDate, ...example } = form.example;
  const tomorrow = dayInOslo(Date.parse(clock) + 86_400_000);
  return {
    ...example,
    ...(startDate === undefined ? {} : { startDate: tomorrow }),
    ...(creditor === null || !('creditorName' in example) ? {} : { creditorName: creditor }),
    // The bank refuses duplicates for a day, so each example differs.
    ...('remittanceInformationUnstructured' in example
      ? {
          remittanceInformationUnstructured: `${creditor ?? 'Example'} ${new Date().toISOString().slice(11, 19)}`,
        }
      : {}),
  };
}

function presetOf({ example, input }: Form): Body {
  const required = (inputs[input] ?? []).filter((field) => field.required);
  const groups = required.flatMap(({ name }) => {
    const currency = valueAt(example, [name, 'currency']);
    return currency === undefined ? [] : [[name, { currency }] as const];
  });
  return Object.fromEntries(groups);
}

function debtorOf(body: Body) {
  const numberOf = (kind: string) => String(valueAt(body, ['debtorAccount', kind]) ?? '') || undefined;
  return { bban: numberOf('bban'), iban: numberOf('iban') };
}

/** What the user has typed: it survives the end of the session and a visit to another screen. */
const drafts = new Map<string, Body>();

/** The messages say nothing of a body that was changed since. */
interface Refusal {
  readonly body: Body;
  readonly messages: readonly MessageFragment[];
}

function ProductForm({ form, creditor }: { readonly form: Form; readonly creditor: string | null }) {
  const t = useText();
  const terminal = useTerminal();
  const { language } = usePreferences();
  const preset = useMemo(() => presetOf(form), [form]);
  const clock = useRead(ViewerDocument, {}).data?.viewer.clock ?? new Date().toISOString();
  const example = () => exampleOf(form, creditor, clock);
  const draft = `${terminal.tppId} ${form.product} ${creditor}`;
  const [body, setBody] = useState<Body>(() => drafts.get(draft) ?? (creditor === null ? preset : example()));
  useEffect(() => void drafts.set(draft, body), [draft, body]);
  /** When a button fills or clears the form, the pasted table begins anew. */
  const [fills, setFills] = useState(0);
  const fill = (next: Body) => {
    setBody(next);
    setFills(fills + 1);
  };
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [again, setAgain] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const creation = useCreation();
  const choices = useId();
  const accounts = useAccounts();
  const owner = ownerOf(accounts, debtorOf(body));
  const psu = useMemo(() => psuOf(owner), [owner]);
  const bankCheck = useChecks(form, body, preset);
  const checked = bankCheck ?? [];
  const isEmpty = JSON.stringify(body) === JSON.stringify(preset);
  const fields = (inputs[form.input] ?? []).filter((field) => isShown(field) || field.name === 'payments');
  const required = fields.filter((field) => field.required && field.name !== 'payments');
  const optional = fields.filter((field) => !field.required);

  const state: FormState = {
    body,
    accounts: choices,
    set: (path: readonly string[], value: Value | undefined) =>
      setBody((before) => withValue(before, path, value)),
    touch: (path) => setTouched((before) => new Set(before).add(path)),
    messageOf: (path) =>
      submitted || touched.has(path) ? checked.find((message) => message.path === path) : undefined,
  };
  const errors = checked.filter(({ category }) => category === 'ERROR');
  const verdict = isEmpty ? 'checkEmpty' : bankCheck === null ? 'checkNone' : 'checkGood';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const answer = await creation.run(form, {
      ...body,
      psu,
      ...(again ? { allowLogicalDuplicate: true } : {}),
    });
    if (!answer) return;
    setRefusal({ body, messages: answer.tppMessages });
    if (!answer.payment) return;
    drafts.delete(draft);
    go(hrefOf('payments', answer.payment.paymentId));
  };
  const request = { method: 'POST', path: form.path, body, headers: psuHeaders(psu) } as const;

  return (
    <div className="columns">
      <form className="card form" onSubmit={(event) => void submit(event)} noValidate>
        <AccountChoices id={choices} accounts={accounts} />
        <div className="form-head">
          <p className="hint">{productText(form, language)}</p>
          <div className="page-actions">
            <button type="button" className="button" onClick={() => fill(example())}>
              <Icon name="create" />
              {t('fillExample')}
            </button>
            <button type="button" className="button" onClick={() => fill(preset)}>
              {t('clearForm')}
            </button>
          </div>
        </div>
        <p className="hint">{t('requiredHint')}</p>
        {inFormOrder(required).map((field) => (
          <Fragment key={field.name}>
            {field.name === 'debtorAccount' && hasOwnAccounts() && (
              <DebtorPicker field={field} accounts={accounts} body={body} setBody={setBody} />
            )}
            <FormField field={field} path={[]} state={state} />
          </Fragment>
        ))}
        {fields.some(({ name }) => name === 'payments') && (
          <BulkTable
            key={fills}
            body={body}
            set={(payments) => state.set(['payments'], payments)}
            messages={checked}
          />
        )}
        <details>
          <summary>{t('moreFields', { count: optional.length })}</summary>
          <div className="form">
            {inFormOrder(optional).map((field) => (
              <FormField key={field.name} field={field} path={[]} state={state} />
            ))}
            {form.mutation !== 'createPeriodicPayment' && (
              <label className="choice-line">
                <input type="checkbox" checked={again} onChange={({ target }) => setAgain(target.checked)} />
                {t('allowDuplicate')}
              </label>
            )}
          </div>
        </details>
        {refusal?.body === body && (
          <Messages messages={refusal.messages.filter((one) => !isAmong(one, checked))} />
        )}
        <div className="form-end">
          <Button type="submit" className="button primary" disabled={creation.busy}>
            {t('createPayment')}
          </Button>
          <p className="hint" role="status">
            {errors.length === 0 ? t(verdict) : t('checkFaults', { count: errors.length })}
          </p>
        </div>
      </form>
      <div className="column">
        <Card title={t('sameAct')} hint={t('sameActCreate')}>
          <ThreeWays
            curl={signedCurl(request, terminal)}
            graphql={creationDocument(form, { ...body, psu })}
            tool={toolkitLine({ ...request, headers: {} }, terminal, ['--psu', ...corporateOptions(psu)])}
          />
        </Card>
        <Card title={t('checkTitle')}>
          {errors.length === 0 ? (
            <p className="hint">{t(verdict)}</p>
          ) : (
            <FaultSummary faults={errors} input={form.input} body={body} />
          )}
        </Card>
      </div>
    </div>
  );
}
