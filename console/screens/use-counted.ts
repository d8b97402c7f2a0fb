import { useText } from '../preferences.ts';

interface Counted {
  readonly nodes: readonly unknown[];
  readonly totalCount: number;
}

/** The bank counts no further. */
const countedAtMost = 1_000;

export function useCounted(): (transactions: Counted) => string {
  const t = useText();
  return ({ nodes, totalCount }) =>
    totalCount > countedAtMost
      ? t('transactionsMore', { count: countedAtMost, shown: nodes.length })
      : totalCount > nodes.length
        ? t('transactionsNewest', { count: totalCount, shown: nodes.length })
        : t('transactionsCount', { count: totalCount });
}
