import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { type Bank, createBank, isSignedOut, typed } from './client.ts';
import { FailedActProvider, useReport } from './failed-act.tsx';
import { SignOutDocument, ViewerDocument, type ViewerQuery } from './generated/graphql.ts';
import { useRead } from './hooks.ts';
import { lateScreen, type Screen } from './late-screen.tsx';
import { LiveProvider } from './live.tsx';
import { isOffered } from './parts/bank.ts';
import { Guarded } from './parts/guarded.tsx';
import { Empty, Loading, Page, Problem } from './parts/page.tsx';
import { TppContext } from './parts/terminal.ts';
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
import { go, hrefOf, parse, useRoute } from './route.ts';
import { Overview } from './screens/overview.tsx';
import { Payment } from './screens/payment.tsx';
import { Payments } from './screens/payments.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Shell } from './shell.tsx';
import { storedSignIns, storeSignIns, withoutActive, withViewer } from './sign-ins.ts';
import type { TextKey } from './texts/index.ts';

type Viewer = ViewerQuery['viewer'];

const screens: Readonly<Record<string, Screen>> = {
  overview: Overview,
  payments: Payments,
  create: lateScreen(() => import('./screens/create.tsx').then(({ Create }) => Create)),
  baskets: lateScreen(() => import('./screens/baskets.tsx').then(({ Baskets }) => Baskets)),
  customers: lateScreen(() => import('./screens/customers.tsx').then(({ Customers }) => Customers)),
  accounts: lateScreen(() => import('./screens/account.tsx').then(({ AccountScreen }) => AccountScreen)),
  cards: lateScreen(() => import('./screens/card.tsx').then(({ CardScreen }) => CardScreen)),
  time: lateScreen(() => import('./screens/time.tsx').then(({ Time }) => Time)),
  requests: lateScreen(() => import('./screens/requests.tsx').then(({ Requests }) => Requests)),
  certificates: lateScreen(() =>
    import('./screens/certificates.tsx').then(({ Certificates }) => Certificates),
  ),
  scenarios: lateScreen(() => import('./screens/scenarios.tsx').then(({ Scenarios }) => Scenarios)),
};

export function App() {
  const preferences = usePreferenceState();
  return (
    <PreferencesContext value={preferences}>
      <FailedActProvider>
        <Session />
      </FailedActProvider>
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
  const [signIns, setSignIns] = useState(storedSignIns);
  const [adding, setAdding] = useState(false);
  const [visit, setVisit] = useState(0);
  const [ended, setEnded] = useState<Bank>();
  const { known, token } = signIns;
  const report = useReport();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit starts without the data of the last one
  const bank = useMemo(() => {
    const newBank: Bank = createBank(token ?? null, () => setEnded(newBank));
    return newBank;
  }, [token, visit]);
  useEffect(() => storeSignIns(signIns), [signIns]);
  const signIn = (newToken: string | null) => {
    setAdding(false);
    setSignIns({ known, token: newToken });
    setVisit((before) => before + 1);
    // Each TPP sees only its own data.
    if (newToken !== token) go(hrefOf(parse(location.hash).screen));
  };
  const signOut = async () => {
    const { error } = await bank.client.mutation(typed(SignOutDocument), {}).toPromise();
    if (error && !isSignedOut(error)) return report(error);
    setSignIns(withoutActive);
    setVisit((before) => before + 1);
  };
  const addViewer = useCallback((viewer: Viewer) => setSignIns((before) => withViewer(before, viewer)), []);
  const others = known.filter((one) => adding || one.token !== token);
  const form = (refused: TextKey | null) => <SignIn refused={refused} others={others} signIn={signIn} />;
  if (adding || token === undefined) return form(null);
  if (ended === bank) return form(token === null ? 'sessionEnded' : 'tokenRefused');
  return (
    <Provider value={bank.client} key={`${token} ${visit}`}>
      <SignedIn onViewer={addViewer}>
        {(viewer) => (
          <TppContext value={viewer.tppId}>
            <LiveProvider bank={bank} tppId={viewer.tppId}>
              <Shell
                viewer={viewer}
                others={others}
                change={signIn}
                add={() => setAdding(true)}
                signOut={() => void signOut()}
              >
                <Guarded>
                  <Screens />
                </Guarded>
              </Shell>
            </LiveProvider>
          </TppContext>
        )}
      </SignedIn>
    </Provider>
  );
}

interface SignedInProps {
  readonly onViewer: (viewer: Viewer) => void;
  readonly children: (viewer: Viewer) => ReactNode;
}

function SignedIn({ onViewer, children }: SignedInProps) {
  const { data, error, refetch } = useRead(ViewerDocument, {});
  const viewer = data?.viewer;
  useEffect(() => {
    if (viewer) onViewer(viewer);
  }, [viewer, onViewer]);
  if (viewer) return children(viewer);
  return <main className="alone">{error ? <Problem error={error} again={refetch} /> : <Loading />}</main>;
}

function Screens() {
  const t = useText();
  const { screen, id, broken } = useRoute();
  if (broken) return <Nowhere title={t('addressBroken')} hint={t('addressBrokenHint')} />;
  if (screen === 'payments' && id !== null) return <Payment id={id} key={id} />;
  const Known = Object.hasOwn(screens, screen) && isOffered(screen) ? screens[screen] : undefined;
  if (!Known) return <Nowhere title={t('notFound')} hint={t('notFoundHint')} />;
  return <Known id={id} key={`${screen} ${id}`} />;
}

function Nowhere({ title, hint }: { readonly title: string; readonly hint: string }) {
  const t = useText();
  return (
    <Page title={title}>
      <Empty icon="search" title={location.hash.slice(0, 80)} hint={hint}>
        <a className="button" href={hrefOf('overview')}>
          {t('toOverview')}
        </a>
      </Empty>
    </Page>
  );
}
