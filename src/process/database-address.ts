/** The host, port and name of a database, without user and password; `DATABASE_URL` if `url` is not a URL. */
export function databaseAddress(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'DATABASE_URL';
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || (searchParams.get('host') ?? 'localhost');
  return `${host}:${port || 5432}${pathname}`;
}
