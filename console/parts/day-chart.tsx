/** Each bar has a link and its figures in words. */
import { useText } from '../preferences.ts';
import { Axis, valueScale } from './axis.tsx';
import type { Tone } from './status.tsx';
import { useFormatTime } from './values.tsx';

export interface Series {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly number[];
}

interface ChartProps {
  readonly dates: readonly string[];
  readonly series: readonly Series[];
  readonly open: (date: string) => void;
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
}

export function DayChart({ dates, series, open, format, short }: ChartProps) {
  const t = useText();
  const formatTime = useFormatTime();
  const totals = dates.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  const scale = valueScale(0, Math.max(1, ...totals), totals.every(Number.isInteger));
  /** Series of one tone differ in strength. */
  const look = (one: Series) => {
    const first = series.find(({ tone }) => tone === one.tone) === one;
    return `tone-${one.tone}${first ? '' : ' stronger'}`;
  };
  return (
    <figure className="day-chart">
      <div className="plot">
        <Axis scale={scale} format={short} />
        <ol className="bars">
          {dates.map((date, day) => {
            const parts = series.filter(({ values }) => (values[day] ?? 0) > 0);
            const words = parts.map(({ name, values }) => `${name}: ${format(values[day] ?? 0)}`).join(', ');
            const title = `${formatTime(`${date}T00:00:00Z`, 'day')}. ${words || t('chartNothing')}`;
            return (
              <li key={date}>
                <button type="button" title={title} aria-label={title} onClick={() => open(date)}>
                  <span className="stack" style={{ height: `${scale.percent(totals[day] ?? 0)}%` }}>
                    {parts.map((one) => (
                      <span key={one.name} className={look(one)} style={{ flexGrow: one.values[day] ?? 0 }} />
                    ))}
                  </span>
                </button>
                <span className="bar-day soft" aria-hidden="true">
                  {Number(date.slice(8))}
                </span>
              </li>
            );
          })}
        </ol>
      </div>
      <figcaption>
        <ul className="legend">
          {series.map((one) => (
            <li key={one.name} className={look(one)}>
              <span className="swatch" aria-hidden="true" />
              {one.name} <strong>{format(one.values.reduce((sum, value) => sum + value, 0))}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
