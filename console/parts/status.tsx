import type { PaymentStatus, ScaStatus } from '../generated/graphql.ts';
import { type Status, statuses } from '../generated/statuses.ts';
import { useText } from '../preferences.ts';
import { hasText } from '../texts/index.ts';
import { Icon, type IconName } from './icon.tsx';

export type { Status };
export type Tone = 'wait' | 'move' | 'good' | 'bad' | 'calm' | 'mixed';

type Look = readonly [Tone, IconName];

const looks: Readonly<Partial<Record<Status, Look>>> = {
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

const lookOf = (status: Status): Look =>
  looks[status] ?? (statuses[status].final ? ['calm', 'check'] : ['move', 'hourglass']);

export const toneOf = (status: Status): Tone => lookOf(status)[0];

const lifeOrder = Object.keys(looks);

export const byLife = (one: Status, other: Status): number =>
  lifeOrder.indexOf(one) - lifeOrder.indexOf(other);

export const isFinal = (status: PaymentStatus): boolean => statuses[status].final;

export function useStatusText(): (status: Status) => string {
  const t = useText();
  return (status) => {
    const key = `status${status}`;
    return hasText(key) ? t(key) : statuses[status].words;
  };
}

const looksOfSca: Readonly<Record<ScaStatus, Look>> = {
  started: ['wait', 'phone'],
  psuAuthenticated: ['move', 'key'],
  finalised: ['good', 'check'],
  failed: ['bad', 'cross'],
  exempted: ['calm', 'check'],
};

export const toneOfSca = (status: ScaStatus): Tone => looksOfSca[status][0];

export function ScaChip({ status }: { readonly status: ScaStatus }) {
  const t = useText();
  return <Chip look={looksOfSca[status]} text={t(`sca${status}`)} code={status} />;
}

export function StatusChip({ status }: { readonly status: Status }) {
  const text = useStatusText();
  return <Chip look={lookOf(status)} text={text(status)} code={status} />;
}

interface ChipProps {
  readonly look: Look;
  readonly text: string;
  readonly code: string;
}

const Chip = ({ look: [tone, icon], text, code }: ChipProps) => (
  <span className={`chip tone-${tone}`}>
    <Icon name={icon} />
    {text}
    <span className="code">{code}</span>
  </span>
);
