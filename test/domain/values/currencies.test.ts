import { describe, expect, it } from 'vitest';
import { purposeCode } from '../../../src/domain/fields/shared.ts';
import { countryCodes, isCountryCode } from '../../../src/domain/values/countries.ts';
import { currencyCodes, currencyDecimals, isCurrencyCode } from '../../../src/domain/values/currencies.ts';

const currenciesOfSpecification = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYR
  BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
  GGP GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES
  KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR
  MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
  SBD SCR SDG SEK SGD SHP SLL SOS SPL SRD STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD TVD TWD TZS
  UAH UGX USD UYU UZS VEF VND VUV WST XAF XCD XDR XOF XPF YER ZAR ZMW ZWD
`;
const countriesOfSpecification = `
  AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BH BS BD BB BY BE BZ BJ BM BT BO BQ BA BW BV BR IO
  BN BG BF BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG
  SV GQ ER EE ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA HN
  HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK
  MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF MP
  NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL SH KN LC MF PM VC WS SM ST SA SN RS SC
  SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV
  UG UA AE GB US UM UY UZ VU VE VN VG VI WF EH YE ZM ZW
`;
const words = (text: string) => text.trim().split(/\s+/);

describe('currencies', () => {
  it('are the 162 of the specification', () => {
    expect(currencyCodes).toHaveLength(162);
    expect(new Set(currencyCodes).size).toBe(162);
    expect([...currencyCodes].sort()).toEqual(currencyCodes);
    expect(currencyCodes).toEqual(words(currenciesOfSpecification));
  });

  it.each([
    [0, 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
  ])('with %i decimals are exactly those of ISO 4217', (units, expected) => {
    const found = currencyCodes.filter((code) => currencyDecimals[code] === units);
    expect(found.join(' ')).toBe(expected);
  });

  it('have two decimals otherwise: the withdrawn, the unofficial, XDR and those that shops round', () => {
    for (const code of 'NOK EUR USD HUF IDR COP LAK MGA CUC HRK MRO SLL SPL STD TVD VEF ZWD GGP IMP JEP XDR'.split(
      ' ',
    )) {
      expect(isCurrencyCode(code) && currencyDecimals[code], code).toBe(2);
    }
  });

  it.each(['nok', 'NO', 'NOKK', '', 'XXX', 'XAU', 'EEK', 'toString', '__proto__'])(
    '%j is not a currency',
    (text) => {
      expect(isCurrencyCode(text)).toBe(false);
    },
  );
});

describe('countries and purposes', () => {
  it('include 249 countries, each once', () => {
    expect(countryCodes).toEqual(words(countriesOfSpecification));
    expect(countryCodes).toHaveLength(249);
    expect(new Set(countryCodes).size).toBe(249);
    expect(countryCodes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    for (const code of ['NO', 'SE', 'GB', 'AX', 'SJ', 'EH', 'SS'])
      expect(isCountryCode(code), code).toBe(true);
    for (const code of ['no', 'UK', 'EU', 'XK', 'AN', 'NOR', 'N', ''])
      expect(isCountryCode(code), code).toBe(false);
  });

  it('include fourteen purposes', () => {
    expect(purposeCode.options).toHaveLength(14);
    expect(new Set(purposeCode.options).size).toBe(14);
  });
});
