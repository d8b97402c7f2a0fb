/** Who is signed in, and the screen that the address names. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { createBank, isSignedOut, typed } from './client.ts';
import { SignOutDocument, ViewerDocument, type ViewerQuery } from './generated/graphql.ts';
import { useRead } from './hooks.ts';
import { LiveProvider } from './live.tsx';
import { Empty, Loading, Page, Problem } from './parts/page.tsx';
import {
  type Colours,
  firstColours,
  firstLanguage,
  type Language,
  type Preferences,
  PreferencesContext,
  remember,
  useText,
} from './preferences.ts';
import { hrefOf, useRoute } from './route.ts';
import { Overview } from './screens/overview.tsx';
import { Payment } from './screens/payment.tsx';
import { Payments } from './screens/payments.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Shell } from './shell.tsx';
import { keepToken, keptToken } from './token.ts';

type Screen = ComponentType<{ readonly id: string | null }>;

/** Screens by the first part of the address; those behind `lazy` are loaded when they are first opened. */
const screens: Readonly<Record<string, Screen>> = {
  overview: Overview,
  payments: Payments,
  create: lazy(() => import('./screens/create.tsx').then(({ Create }) => ({ default: Create }))),
  baskets: lazy(() => import('./screens/baskets.tsx').then(({ Baskets }) => ({ default: Baskets }))),
  customers: lazy(() => import('./screens/customers.tsx').then(({ Customers }) => ({ default: Customers }))),
  accounts: lazy(() => import('./screens/account.tsx').then((it) => ({ default: it.AccountScreen }))),
  cards: lazy(() => import('./screens/card.tsx').then(({ CardScreen }) => ({ default: CardScreen }))),
  time: lazy(() => import('./screens/time.tsx').then(({ Time }) => ({ default: Time }))),
  requests: lazy(() => import('./screens/requests.tsx').then(({ Requests }) => ({ default: Requests }))),
  certificates: lazy(() => import('./screens/certificates.tsx').then((it) => ({ default: it.Certificates }))),
  scenarios: lazy(() => import('./screens/scenarios.tsx').then(({ Scenarios }) => ({ default: Scenarios }))),
};

export function App() {
  const preferences = usePreferenceState();
  return (
    <PreferencesContext value={preferences}>
      <Session />
    </PreferencesContext>
  );
}

function usePreferenceState(): Preferences {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [colours, setColours] = useState<Colours>(firstColours);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (colours === 'system') delete document.documentElement.dataset.colours;
    else document.documentElement.dataset.colours = colours;
  }, [colours]);
  return useMemo(
    () => ({
      language,
      colours,
      setLanguage(chosen) {
        remember('language', chosen);
        setLanguage(chosen);
      },
      setColours(chosen) {
        remember('colours', chosen);
        setColours(chosen);
      },
    }),
    [language, colours],
  );
}

function Session() {
  const [token, setToken] = useState<string | null>(keptToken);
  const [visit, setVisit] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing that was read is kept from one visit to the next
  const bank = useMemo(() => createBank(token), [token, visit]);
  const sign = (given: string | null) => {
    keepToken(given);
    setToken(given);
    setVisit((before) => before + 1);
  };
  const signOut = async () => {
    await bank.client.mutation(typed(SignOutDocument), {}).toPromise();
    sign(null);
  };
  return (
    <Provider value={bank.client} key={visit}>
      <SignedIn refused={token !== null} sign={sign}>
        {(viewer) => (
          <LiveProvider bank={bank}>
            <Shell viewer={viewer} signOut={() => void signOut()}>
              <Screens />
            </Shell>
          </LiveProvider>
        )}
      </SignedIn>
    </Provider>
  );
}

interface SignedInProps {
  /** A token was given, so an unknown caller means that it was refused. */
  readonly refused: boolean;
  readonly sign: (token: string | null) => void;
  readonly children: (viewer: ViewerQuery['viewer']) => ReactNode;
}

function SignedIn({ refused, sign, children }: SignedInProps) {
  const { data, error, refetch } = useRead(ViewerDocument, {});
  if (data) return children(data.viewer);
  if (isSignedOut(error)) return <SignIn refused={refused} sign={sign} />;
  return <main className="alone">{error ? <Problem error={error} again={refetch} /> : <Loading />}</main>;
}

function Screens() {
  const { screen, id } = useRoute();
  if (screen === 'payments' && id !== null) return <Payment id={id} key={id} />;
  const Known = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  if (!Known) return <Unknown />;
  return (
    <Suspense fallback={<Loading />}>
      <Known id={id} key={`${screen} ${id}`} />
    </Suspense>
  );
}

function Unknown() {
  const t = useText();
  return (
    <Page title={t('notFound')}>
      <Empty title={t('notFound')}>
        <a className="button" href={hrefOf('overview')}>
          {t('toOverview')}
        </a>
      </Empty>
    </Page>
  );
}
