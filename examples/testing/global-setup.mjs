/** Vitest's `globalSetup`: one bank for all files, which join it by its address. */
import { startBank } from 'psd2-bank/testing';

export default async function setup(project) {
  const { stop, url, dataDir } = await startBank();
  project.provide('bank', { url, dataDir });
  return stop;
}
