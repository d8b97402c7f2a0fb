/** Every status that a payment has had, oldest first, as a time line. */
import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { StatusChip, toneOf } from '../parts/status.tsx';
import { Moment } from '../parts/values.tsx';

export function History({ changes }: { readonly changes: PaymentDetailsFragment['statusHistory'] }) {
  return (
    <ol className="timeline">
      {changes.map(({ to, at, reason }) => (
        <li key={`${at} ${to}`} className={`tone-${toneOf(to)}`}>
          <StatusChip status={to} />
          <p>{reason}</p>
          <p className="soft">
            <Moment at={at} style="exact" />
          </p>
        </li>
      ))}
    </ol>
  );
}
