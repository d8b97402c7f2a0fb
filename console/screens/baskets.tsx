import { useState } from 'react';
import {
  BasketsDocument,
  type BasketsQuery,
  CreateBasketDocument,
  UnsignedDocument,
  type UnsignedQuery,
} from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { groupsOf, obstacleOf } from '../parts/basket-mix.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { ownerOf } from '../parts/owner.ts';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { referenceOf } from '../parts/reference.ts';
import { StatusChip } from '../parts/status.tsx';
import { Account, Amount, Creditor, Moment, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { psuOf } from '../psu.ts';
import { go, hrefOf } from '../route.ts';
import { Basket } from './basket.tsx';
import { useAccounts } from './use-accounts.ts';
import { usePages } from './use-pages.ts';

const basketsIn = (data: BasketsQuery) => data.signingBaskets;
const unsignedIn = (data: UnsignedQuery) => data.payments;

export function Baskets({ id }: { readonly id: string | null }) {
  return id === null ? <All /> : <Basket id={id} key={id} />;
}

function All() {
  const t = useText();
  const { nodes: baskets, error, hasMore, showMore, refetch } = usePages(BasketsDocument, basketsIn);
  useLive(() => refetch());
  return (
    <Page title={t('navBaskets')} lead={t('basketsLead')}>
      {error && <Problem error={error} again={refetch} />}
      <div className="columns">
        <PutTogether />
        <Card title={t('navBaskets')}>
          {!baskets && !error && <Loading />}
          {baskets?.length === 0 && <p className="hint">{t('basketsNone')}</p>}
          <ul className="rows">
            {baskets?.map(({ basketId, createdAt, transactionStatus, payments }) => (
              <li key={basketId}>
                <a href={hrefOf('baskets', basketId)}>
                  <span className="rows-main">
                    {t('basketOf', { count: payments.length })}
                    <br />
                    <span className="soft small">
                      <Moment at={createdAt} style="short" />
                    </span>
                  </span>
                  <StatusChip status={transactionStatus} />
                  <code className="rows-below soft">{basketId}</code>
                </a>
              </li>
            ))}
          </ul>
          {hasMore && <ShowMore showMore={showMore} />}
        </Card>
      </div>
    </Page>
  );
}

function ShowMore({ showMore }: { readonly showMore: () => void }) {
  const t = useText();
  return (
    <p className="show-more">
      <button type="button" className="button" onClick={showMore}>
        {t('showMore')}
      </button>
    </p>
  );
}

function PutTogether() {
  const t = useText();
  const { nodes, error, hasMore, showMore, refetch } = usePages(UnsignedDocument, unsignedIn);
  const accounts = useAccounts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const create = useAct(CreateBasketDocument);
  useLive(() => refetch());
  const free = (nodes ?? []).filter(
    ({ basket }) => basket === null || basket === undefined || basket.transactionStatus === 'RJCT',
  );
  const picked = free.filter(({ paymentId }) => chosen.has(paymentId));
  const paymentIds = picked.map(({ paymentId }) => paymentId);
  const run = async () => {
    const owner = picked[0] && ownerOf(accounts, picked[0].debtorAccount);
    const basket = (await create.run({ input: { paymentIds, psu: psuOf(owner) } }))?.signingBasket;
    if (basket) go(hrefOf('baskets', basket.basketId));
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Card title={t('basketNew')} hint={t('basketNewHint')}>
      {nodes && free.length === 0 && !hasMore && (
        <Empty icon="baskets" title={t('basketNothing')} hint={t('basketNothingHint')}>
          <a
            className="button primary"
            href={hrefOf('create', null, new URLSearchParams({ product: 'NDCT' }))}
          >
            {t('makePayment')}
          </a>
        </Empty>
      )}
      {groupsOf(free).map((group) => (
        <Group key={group[0].paymentId} payments={group} picked={picked} toggle={toggle} />
      ))}
      {error && <Problem error={error} again={refetch} />}
      {hasMore && <ShowMore showMore={showMore} />}
      <Messages messages={create.messages} />
      {free.length > 0 && (
        <p className="basket-act">
          <Button
            className="button primary"
            disabled={paymentIds.length === 0 || create.busy}
            onClick={() => void run()}
          >
            <Icon name="baskets" />
            {paymentIds.length === 0 ? t('basketChoose') : t('basketPut', { count: paymentIds.length })}
          </Button>
        </p>
      )}
    </Card>
  );
}

type Payment = UnsignedQuery['payments']['nodes'][number];

interface GroupProps {
  readonly payments: readonly [Payment, ...Payment[]];
  readonly picked: readonly Payment[];
  readonly toggle: (id: string) => void;
}

function Group({ payments, picked, toggle }: GroupProps) {
  const t = useText();
  const [first] = payments;
  return (
    <section className="basket-group">
      <h3>
        <UserText text={first.debtorName} /> <Account account={first.debtorAccount} />
      </h3>
      <p className="hint small">
        {first.psuId == null ? t('basketGroupByNumber') : t('basketGroupPsu', { psu: first.psuId })}
      </p>
      <ul className="rows">
        {payments.map((payment) => {
          const obstacle = obstacleOf(payment, picked);
          return (
            <li key={payment.paymentId}>
              <label>
                <input
                  type="checkbox"
                  checked={picked.includes(payment)}
                  disabled={obstacle !== null}
                  onChange={() => toggle(payment.paymentId)}
                />
                <span className="rows-main">
                  <Creditor names={payment.creditorNames} />
                  <br />
                  <span className="soft small first-lines">
                    <UserText text={referenceOf(payment)} />
                  </span>
                </span>
                {payment.totalAmount && <Amount value={payment.totalAmount} />}
                {obstacle !== null && <span className="rows-below obstacle small">{t(obstacle)}</span>}
                <code className="rows-below soft">{payment.paymentId}</code>
              </label>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
