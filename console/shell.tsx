import * as Ariakit from '@ariakit/react';
import { type ReactNode, useEffect } from 'react';
import { FailedAct } from './failed-act.tsx';
import { useLiveState } from './live.tsx';
import mark from './mark.svg';
import { hasUpstreamBank, isOffered } from './parts/bank.ts';
import { Icon, type IconName } from './parts/icon.tsx';
import { Who, type WhoProps } from './parts/who.tsx';
import { type Colours, type Language, usePreferences, useText } from './preferences.ts';
import { hrefOf, useRoute } from './route.ts';
import type { TextKey } from './texts/index.ts';

interface Entry {
  readonly screen: string;
  readonly text: TextKey;
  readonly icon: IconName;
}

const entries: readonly Entry[] = [
  { screen: 'overview', text: 'navOverview', icon: 'overview' },
  { screen: 'payments', text: 'navPayments', icon: 'payments' },
  { screen: 'create', text: 'navCreate', icon: 'create' },
  { screen: 'baskets', text: 'navBaskets', icon: 'baskets' },
  { screen: 'customers', text: 'navCustomers', icon: 'customers' },
  { screen: 'time', text: 'navTime', icon: 'time' },
  { screen: 'scenarios', text: 'navScenarios', icon: 'scenarios' },
  { screen: 'requests', text: 'navRequests', icon: 'requests' },
  { screen: 'certificates', text: 'navCertificates', icon: 'certificates' },
];

interface ShellProps extends WhoProps {
  readonly children: ReactNode;
}

export function Shell({ children, ...who }: ShellProps) {
  const t = useText();
  const menu = Ariakit.useDialogStore();
  const { screen, id } = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a screen is done with the menu
  useEffect(() => menu.hide(), [menu, screen, id]);
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={toContent}>
        {t('skip')}
      </button>
      <header className="bar">
        <Ariakit.DialogDisclosure store={menu} className="icon-button menu-button" aria-label={t('menu')}>
          <Icon name="menu" />
        </Ariakit.DialogDisclosure>
        <Brand />
        <Live />
      </header>
      <aside className="side">
        <Brand />
        <Side {...who} />
      </aside>
      <Ariakit.Dialog
        store={menu}
        className="drawer"
        backdrop={<div className="backdrop" />}
        aria-label={t('menu')}
      >
        <Ariakit.DialogDismiss className="icon-button drawer-close" aria-label={t('closeMenu')}>
          <Icon name="close" />
        </Ariakit.DialogDismiss>
        <Brand />
        <Side {...who} />
      </Ariakit.Dialog>
      <main id="content" tabIndex={-1}>
        <FailedAct />
        {children}
      </main>
    </div>
  );
}

/** Not a link: the part behind # names the screen. */
function toContent(): void {
  document.getElementById('content')?.focus();
}

function Brand() {
  const t = useText();
  return (
    <a className="brand" href={hrefOf('overview')}>
      <img src={mark} alt="" width="28" height="28" />
      <span>{t('appName')}</span>
      <span className="badge">{t('sandbox')}</span>
    </a>
  );
}

function Side(who: WhoProps) {
  const t = useText();
  const { screen } = useRoute();
  const offered = entries.filter((entry) => isOffered(entry.screen));
  return (
    <>
      <nav aria-label={t('navigation')}>
        <ul>
          {offered.map((entry) => (
            <li key={entry.screen}>
              <a href={hrefOf(entry.screen)} aria-current={entry.screen === screen ? 'page' : undefined}>
                <Icon name={entry.icon} />
                {t(entry.text)}
              </a>
            </li>
          ))}
        </ul>
        <ul className="elsewhere">
          <li>
            <a href="graphql">
              <Icon name="code" />
              {t('explorer')}
            </a>
          </li>
          <li>
            <a href="docs">
              <Icon name="book" />
              {t('restDocs')}
            </a>
          </li>
          {!hasUpstreamBank() && (
            <li>
              <a href="docs/guide/test-data">
                <Icon name="card" />
                {t('testData')}
              </a>
            </li>
          )}
        </ul>
      </nav>
      <div className="side-end">
        <Live />
        <Choices />
        <Who {...who} />
      </div>
    </>
  );
}

function Live() {
  const t = useText();
  const state = useLiveState();
  const text = { connecting: t('liveConnecting'), live: t('liveLive'), lost: t('liveLost') }[state];
  return (
    <p className={`live live-${state}`} role="status">
      <span className="dot" aria-hidden="true" />
      {text}
    </p>
  );
}

function Choices() {
  const t = useText();
  const { language, colours, setLanguage, setColours } = usePreferences();
  return (
    <div className="choices">
      <label>
        <span>{t('language')}</span>
        <select value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
          <option value="en">English</option>
          <option value="nb">Norsk</option>
        </select>
      </label>
      <label>
        <span>{t('colours')}</span>
        <select value={colours} onChange={(event) => setColours(event.target.value as Colours)}>
          <option value="system">{t('coloursSystem')}</option>
          <option value="light">{t('coloursLight')}</option>
          <option value="dark">{t('coloursDark')}</option>
        </select>
      </label>
    </div>
  );
}
