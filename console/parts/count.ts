/** The bank counts no further (PaymentConnection.totalCount). */
export const countedAtMost = 10_000;

export const countText = (totalCount: number): string =>
  totalCount > countedAtMost ? `${countedAtMost}+` : String(totalCount);
