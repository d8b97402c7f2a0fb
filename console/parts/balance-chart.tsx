/** A balance over time as a line of steps, with the same figures in a table for whoever does not see it. */
import { useText } from '../preferences.ts';
import { Amount, Day, type Money } from './values.tsx';

interface ChartProps {
  readonly now: Money;
  /** What was booked, in any order; negative for money out. */
  readonly changes: readonly { readonly date: string; readonly amount: string }[];
}

const width = 640;
const height = 140;
const edge = 6;

/** The balance at the end of each day, worked back from what it is now. */
function daysOf({
  now,
  changes,
}: ChartProps): readonly { readonly date: string; readonly balance: number }[] {
  const byDay = new Map<string, number>();
  for (const { date, amount } of changes) byDay.set(date, (byDay.get(date) ?? 0) + Number(amount));
  const dates = [...byDay.keys()].sort().reverse();
  let balance = Number(now.amount);
  const days: { date: string; balance: number }[] = [];
  for (const date of dates) {
    days.unshift({ date, balance });
    balance -= byDay.get(date) ?? 0;
  }
  const first = days[0];
  return first ? [{ date: dayBefore(first.date), balance }, ...days] : [];
}

const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

export function BalanceChart(props: ChartProps) {
  const t = useText();
  const days = daysOf(props);
  if (days.length < 2) return null;
  const times = days.map(({ date }) => Date.parse(date));
  const balances = days.map(({ balance }) => balance);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  const x = (time: number) => edge + ((time - from) / Math.max(1, to - from)) * (width - 2 * edge);
  const y = (balance: number) =>
    height - edge - ((balance - low) / Math.max(0.01, high - low)) * (height - 2 * edge);
  const line = days
    .map(({ balance }, index) => {
      const at = x(times[index] ?? from).toFixed(1);
      return index === 0 ? `M${at} ${y(balance).toFixed(1)}` : `H${at}V${y(balance).toFixed(1)}`;
    })
    .join('');
  const decimals = props.now.amount.split('.')[1]?.length ?? 0;
  const written = (balance: number) => ({ amount: balance.toFixed(decimals), currency: props.now.currency });
  return (
    <figure className="balance-chart">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="area" d={`${line}H${width - edge}V${height}H${edge}Z`} />
        <path className="line" d={`${line}H${width - edge}`} />
      </svg>
      <figcaption className="chart-ends">
        <Day date={days[0]?.date ?? ''} />
        <Day date={days.at(-1)?.date ?? ''} />
      </figcaption>
      <table className="visually-hidden">
        <caption>{t('balanceOverTime')}</caption>
        <tbody>
          {days.map(({ date, balance }) => (
            <tr key={date}>
              <th scope="row">
                <Day date={date} />
              </th>
              <td>
                <Amount value={written(balance)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
