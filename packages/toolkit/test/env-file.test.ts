import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cheapest } from '../../../test/support/cost.ts';
import { EnvFileError, settingsIn, writeSettings } from '../src/env-file.ts';

const bytes = (text: string) => Buffer.from(text);

function fault(content: Uint8Array): string | null {
  try {
    settingsIn(content);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(EnvFileError);
    return (error as Error).message.replace('.env cannot be used: ', '');
  }
}

describe('settings', () => {
  it('keep the first one after a byte order mark', () => {
    expect(settingsIn(bytes('\ufeffHOST=::1\nPORT=0\n'))).toEqual({ HOST: '::1', PORT: '0' });
  });

  it('may have blanks, comments, quotes, several lines in quotes, and line breaks of every system', () => {
    const text = `HASH="a#b" # a # b\n# the bank\r\n\r\n  export HOST = ::1  # loopback\r\nPORT="0" # any\r\nKEY='a\nb=c\n'\nEMPTY=\nNAME=it's # a#b\nNONE=#\n`;
    expect(settingsIn(bytes(text))).toEqual({
      HASH: 'a#b',
      HOST: '::1',
      PORT: '0',
      KEY: 'a\nb=c\n',
      EMPTY: '',
      NAME: "it's",
      NONE: '',
    });
  });

  it('are read at once, however many lines they have', () => {
    const text = 'A="x"\n'.repeat(200_000);
    expect(cheapest(() => settingsIn(bytes(text)), 2_000)).toBeLessThan(2_000);
  });

  it('count by their last line, and a notice names the line of a value that is lost, without the value', () => {
    const text = 'PORT=\nPORT= # none\nPORT=4000\nKEY="a\nb"\nHOST=::1\nexport PORT=5000\nHOST=::1\nKEY=\n';
    const notices: string[] = [];
    const settings = settingsIn(bytes(text), (notice) => notices.push(notice));
    expect(settings).toEqual({ PORT: '5000', KEY: '', HOST: '::1' });
    expect(notices).toEqual([
      '.env: line 7 replaces the PORT of line 3.',
      '.env: line 9 replaces the KEY of line 4.',
    ]);
  });

  it('are empty for an empty file', () => {
    expect(settingsIn(new Uint8Array())).toEqual({});
  });
});

describe('a file that would lose a setting is refused', () => {
  it.each([
    ['a colon for an equals sign', 'PORT=0\nSANDBOX: false\n', 'line 2 does not have the form NAME=value.'],
    ['a name alone', 'SANDBOX\n', 'line 1 does not have the form NAME=value.'],
    ['a blank in a name', 'set SANDBOX=false\n', 'line 1 does not have the form NAME=value.'],
    [
      'a blank of no width before a name',
      '\u200bSANDBOX=false\n',
      'line 1 does not have the form NAME=value.',
    ],
    [
      'a mark in the midst, where two files were joined',
      'PORT=0\n\ufeffSANDBOX=false\n',
      'line 2 does not have the form NAME=value.',
    ],
    ['a text behind a quote', 'PORT="0" SANDBOX=false\n', 'line 1 does not have the form NAME=value.'],
    [
      'a quote that swallows lines',
      'HOST="::1\nSANDBOX=false\nBANK="core"\n',
      'line 3 does not have the form NAME=value.',
    ],
    [
      'a quote without an end',
      'PORT=0\nHOST="::1\nSANDBOX=false\n',
      'the quote that begins in line 2 is not closed.',
    ],
    [
      'a number sign that would end a value',
      'PORT=0\nDATA_DIR=/srv/c#/data\n',
      'line 2 has a # that needs quotes around the value, or a blank before it.',
    ],
    [
      'line breaks of an old Macintosh',
      'PORT=0\rSANDBOX=false\r',
      'line 1 does not have the form NAME=value.',
    ],
    ['a comment with such a line break', '# c\rSANDBOX=false\n', 'line 1 does not have the form NAME=value.'],
  ])('%s', (_, text, why) => {
    expect(fault(bytes(text))).toBe(why);
  });

  it('UTF-16, with a mark and without', () => {
    const little = Buffer.from('SANDBOX=false\n', 'utf16le');
    const why = 'it is written in UTF-16; save it as UTF-8.';
    for (const text of [little, Buffer.from(little).swap16()]) expect(fault(text)).toBe(why);
    expect(fault(Buffer.from('\ufeffPORT=0\n', 'utf16le'))).toBe(why);
  });

  it('a value in another encoding; comments are ignored', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(fault(latin('PORT=0\nDATABASE_URL=postgres://b:blåbær@db/b\n'))).toBe('line 2 is not UTF-8 text.');
    expect(fault(latin('# kjøres lokalt\nPORT=0\n'))).toBeNull();
  });
});

describe('a new setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  const file = join(folder, '.env.local');
  beforeEach(() => writeFileSync(file, 'URL=old\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leaves the bytes of other lines, in any encoding', async () => {
    const [latin, utf] = [Buffer.from('A=caf\xe9\n', 'latin1'), bytes('B=café\n')];
    writeFileSync(file, Buffer.concat([latin, bytes('URL=old\n'), utf]));
    await writeSettings(file, { URL: 'http://bank/é' });
    expect(readFileSync(file)).toEqual(Buffer.concat([latin, utf, bytes('URL=http://bank/é\n')]));
  });

  it.skipIf(process.platform === 'win32')('is secret, also in a file that others could read', async () => {
    chmodSync(file, 0o644);
    await writeSettings(file, { TOKEN: 'secret' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('appears at once with the other lines: who has the file open keeps the old one', async () => {
    const before = statSync(file).ino;
    await writeSettings(file, { URL: 'new' });
    expect(statSync(file).ino).not.toBe(before);
    expect(readdirSync(folder)).toEqual(['.env.local']);
  });

  it.skipIf(process.platform === 'win32')('goes into the file to which a link leads', async () => {
    const link = join(folder, 'link');
    symlinkSync(file, link);
    await writeSettings(link, { URL: 'new' });
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'URL=new\n']);
    rmSync(link);
  });

  it('does not replace what is no file', async () => {
    await expect(writeSettings(folder, { URL: 'new' })).rejects.toThrow('it is not a file');
  });
});
