import { useText } from '../preferences.ts';

interface Counted {
  readonly nodes: readonly unknown[];
  readonly totalCount: number;
}

export function useCounted(): (transactions: Counted) => string {
  const t = useText();
  return ({ nodes, totalCount }) =>
    totalCount > nodes.length
      ? t('transactionsNewest', { count: totalCount, shown: nodes.length })
      : t('transactionsCount', { count: totalCount });
}
