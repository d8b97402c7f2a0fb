import { scaleLinear } from 'd3-scale';

export interface Scale {
  readonly ticks: readonly number[];
  percent(value: number): number;
}

const ticksAbout = 4;

/** `whole`: whole numbers only. */
export function valueScale(least: number, most: number, whole = false): Scale {
  const scale = scaleLinear()
    .domain([least, most > least ? most : least + 1])
    .nice(ticksAbout)
    .range([0, 100]);
  const ticks = scale.ticks(ticksAbout);
  return { ticks: whole ? ticks.filter(Number.isInteger) : ticks, percent: (value) => scale(value) };
}

interface AxisProps {
  readonly scale: Scale;
  readonly format: (value: number) => string;
}

export function Axis({ scale, format }: AxisProps) {
  return (
    <div className="axis" aria-hidden="true">
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ bottom: `${scale.percent(tick)}%` }}>
          {format(tick)}
        </span>
      ))}
    </div>
  );
}
