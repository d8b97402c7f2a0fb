/** Fails without the bank, where the browser would replace the console by its own page. */
export async function reloadPage(): Promise<void> {
  await fetch(document.baseURI, { cache: 'no-store' });
  location.reload();
}

/** After an upgrade of the bank it has other scripts. Then this never returns. */
export async function reloadOutdatedPage(): Promise<void> {
  const script = document.querySelector('script[src^="./assets/"]')?.getAttribute('src');
  const response = await fetch(document.baseURI, { cache: 'no-store' });
  const page = await response.text();
  if (!response.ok || !script || page.includes(script)) return;
  location.reload();
  await new Promise(() => {});
}
