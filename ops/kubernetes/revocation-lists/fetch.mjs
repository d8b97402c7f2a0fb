/**
 * node fetch.mjs URLS FILE: fetches revocation lists and writes them into FILE, the CRL_FILE of the service. When an address
 * fails, its last list stays, and the exit code is 1. An address that never gave a list leaves FILE as it is: without the list
 * of its issuer the service would check nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// As much as the service reads of CRL_FILE.
const mostBytes = 16 * 1_024 * 1_024;
const [urlsFile = '', file = ''] = process.argv.slice(2);

/** A service that reads the file sees the old content or the new one. */
function replaceFile(path, bytes) {
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

async function bytesOf(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const parts = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** DER of one or more lists; throws for anything else, such as the error page of a proxy. */
function derOf(bytes) {
  if (bytes[0] === 0x30 && bytes[1] >= 0x80) return bytes;
  const blocks = [
    ...bytes.toString('latin1').matchAll(/-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g),
  ];
  if (blocks.length === 0) throw new Error('no revocation list');
  return Buffer.concat(blocks.map(([, text]) => Buffer.from(text, 'base64')));
}

async function refresh(url, path) {
  try {
    replaceFile(path, derOf(await bytesOf(url)));
  } catch (error) {
    process.exitCode = 1;
    console.error(`${url}: ${error.cause?.message ?? error.message}`);
  }
}

const lines = readFileSync(urlsFile, 'utf8').split('\n');
const urls = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
const pathOf = (url) => join(dirname(file), `${createHash('sha256').update(url).digest('hex')}.der`);
for (const url of urls) await refresh(url, pathOf(url));
try {
  const lists = Buffer.concat(urls.map((url) => readFileSync(pathOf(url))));
  if (lists.length > mostBytes) throw new Error(`all lists together have more than ${mostBytes} bytes`);
  replaceFile(file, lists);
} catch (error) {
  process.exitCode = 1;
  console.error(`${file} stays as it is: ${error.message}`);
}
