import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates the folder and its parents. Node's option `recursive` never ends where nothing can be created, as below /proc. */
export async function makeFolders(path: string): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // The folder exists if another process was faster.
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
