/** The TPPs of a run, with keys and certificates in their own folder. */
import {
  ensureAuthority,
  ensureSandboxFiles,
  ensureTpp,
  identityIn,
  tppFolder,
} from '../../../packages/toolkit/src/files.ts';
import type { SigningIdentity } from '../../../packages/toolkit/src/sign.ts';

export async function identityFiles(
  folder: string,
  names: readonly string[],
  roles: readonly ('PSP_PI' | 'PSP_AI')[],
): Promise<SigningIdentity[]> {
  const now = new Date();
  await ensureSandboxFiles(folder);
  const authority = await ensureAuthority(tppFolder(folder), now);
  for (const name of names) {
    const tpp = { organizationIdentifier: `PSDNO-FSA-${name.toUpperCase()}`, organizationName: name, roles };
    await ensureTpp(tppFolder(folder), authority, name, tpp, now);
  }
  return names.map((name) => identityIn(tppFolder(folder), name));
}
