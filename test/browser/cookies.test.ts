import { expect, it } from 'vitest';
import { cookiesOf } from '../../src/browser/cookies.ts';

it.each<[string, readonly string[]]>([
  ['sca=1; other=2; sca = 3 ', ['1', '3']],
  ['sca=a=b', ['a=b']],
  // Browsers send a cookie without a name as its value alone.
  ['sca1', []],
  ['', []],
])('the cookies of a name in %j', (cookie, values) => {
  expect(cookiesOf(new Headers({ cookie }), 'sca')).toEqual(values);
});
