/** The values of a chart at its left, each with a line across: round numbers, as d3 chooses them. */
import { scaleLinear } from 'd3-scale';

export interface Scale {
  readonly ticks: readonly number[];
  /** From 0 at the bottom to 100 at the top. */
  percent(value: number): number;
}

const ticksAbout = 4;

/** A scale from a round number below the least value to one above the greatest. `whole`: only whole numbers. */
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
