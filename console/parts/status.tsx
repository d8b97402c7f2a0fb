/** A status as a chip: words, an icon and a colour, so that none of them is needed alone. */
import type { PaymentStatus, ScaStatus, SigningBasketStatus } from '../generated/graphql.ts';
import { useText } from '../preferences.ts';
import { Icon, type IconName } from './icon.tsx';

export type Status = PaymentStatus | SigningBasketStatus;
export type Tone = 'wait' | 'move' | 'good' | 'bad' | 'calm' | 'mixed';

const looks: Readonly<Record<Status, readonly [Tone, IconName]>> = {
  RCVD: ['wait', 'phone'],
  PATC: ['wait', 'half'],
  ACTC: ['move', 'check'],
  ACCP: ['move', 'check'],
  ACWC: ['move', 'check'],
  ACWP: ['move', 'check'],
  PDNG: ['move', 'hourglass'],
  ACSP: ['move', 'arrows'],
  PRSY: ['move', 'arrows'],
  ACSC: ['good', 'check'],
  PART: ['mixed', 'half'],
  RJCT: ['bad', 'cross'],
  CANC: ['calm', 'ban'],
};

export const toneOf = (status: Status): Tone => looks[status][0];

/** Nothing follows these. */
export const isFinal = (status: PaymentStatus): boolean => ['ACSC', 'RJCT', 'CANC', 'PART'].includes(status);

export function useStatusText(): (status: Status) => string {
  const t = useText();
  return (status) => t(`status${status}`);
}

const looksOfSca: Readonly<Record<ScaStatus, readonly [Tone, IconName]>> = {
  started: ['wait', 'phone'],
  psuAuthenticated: ['move', 'key'],
  finalised: ['good', 'check'],
  failed: ['bad', 'cross'],
  exempted: ['calm', 'check'],
};

export const toneOfSca = (status: ScaStatus): Tone => looksOfSca[status][0];

export function ScaChip({ status }: { readonly status: ScaStatus }) {
  const t = useText();
  const [tone, icon] = looksOfSca[status];
  return (
    <span className={`chip tone-${tone}`}>
      <Icon name={icon} />
      {t(`sca${status}`)}
      <span className="code">{status}</span>
    </span>
  );
}

export function StatusChip({ status }: { readonly status: Status }) {
  const text = useStatusText();
  const [tone, icon] = looks[status];
  return (
    <span className={`chip tone-${tone}`}>
      <Icon name={icon} />
      {text(status)}
      <span className="code">{status}</span>
    </span>
  );
}
