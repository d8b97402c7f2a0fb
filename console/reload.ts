/** Fails without the bank, where the browser would replace the console by its own page. */
export async function reloadPage(): Promise<void> {
  await fetch(document.baseURI, { cache: 'no-store' });
  location.reload();
}
