/** A table holds the same figures for screen readers. */
import { scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { locales, usePreferences, useText } from '../preferences.ts';
import { Axis, valueScale } from './axis.tsx';
import { Amount, Day, type Money, shortNumber } from './values.tsx';

interface ChartProps {
  readonly now: Money;
  /** In any order; negative for money out. */
  readonly changes: readonly { readonly date: string; readonly amount: string }[];
}

interface Point {
  readonly date: string;
  readonly balance: number;
}

const width = 640;
const height = 140;

function daysOf({ now, changes }: ChartProps): readonly Point[] {
  const byDay = new Map<string, number>();
  for (const { date, amount } of changes) byDay.set(date, (byDay.get(date) ?? 0) + Number(amount));
  const dates = [...byDay.keys()].sort().reverse();
  let balance = Number(now.amount);
  const days: Point[] = [];
  for (const date of dates) {
    days.unshift({ date, balance });
    balance -= byDay.get(date) ?? 0;
  }
  const first = days[0];
  return first ? [{ date: dayBefore(first.date), balance }, ...days] : [];
}

const shifted = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const dayBefore = (date: string) => shifted(date, -1);
const dayAfter = (date: string) => shifted(date, 1);

export function BalanceChart(props: ChartProps) {
  const t = useText();
  const { language } = usePreferences();
  const days = daysOf(props);
  if (days.length < 2) return null;
  const balances = days.map(({ balance }) => balance);
  const scale = valueScale(Math.min(0, ...balances), Math.max(...balances));
  // The last balance holds until the end of its day.
  const points = [...days, { date: dayAfter(days.at(-1)?.date ?? ''), balance: balances.at(-1) ?? 0 }];
  const x = scaleUtc()
    .domain([new Date(points[0]?.date ?? 0), new Date(points.at(-1)?.date ?? 0)])
    .range([0, width]);
  const across = ({ date }: Point) => x(new Date(date));
  const up = ({ balance }: Point) => height * (1 - scale.percent(balance) / 100);
  const curve = line<Point>().x(across).y(up).curve(curveStepAfter)(points) ?? '';
  const ground = area<Point>().x(across).y0(height).y1(up).curve(curveStepAfter)(points) ?? '';
  const decimals = props.now.amount.split('.')[1]?.length ?? 0;
  const written = (balance: number) => ({ amount: balance.toFixed(decimals), currency: props.now.currency });
  return (
    <figure className="balance-chart">
      <div className="plot">
        <Axis scale={scale} format={(value) => shortNumber(value, locales[language])} />
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="area" d={ground} />
          <path className="line" d={curve} />
        </svg>
      </div>
      <figcaption className="chart-ends">
        <Day date={days[0]?.date ?? ''} />
        <Day date={days.at(-1)?.date ?? ''} />
      </figcaption>
      {/* A table would not shrink to a pixel. */}
      <div className="visually-hidden">
        <table>
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
      </div>
    </figure>
  );
}
