/** The host, port and name of a database, without user and password. Without a valid URL, the text `DATABASE_URL`. */
export function databaseAddress(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'DATABASE_URL';
  const { hostname, port, pathname, searchParams } = new URL(url);
  // The driver prefers the query parameters of the address.
  const host = searchParams.get('host') || hostname || 'localhost';
  return `${host}:${searchParams.get('port') || port || 5432}${pathname}`;
}
