/** Converts money at the fixed rates of the sandbox. Only the result is rounded, half to even. */
import { Decimal } from 'decimal.js';
import { type CurrencyCode, currencyDecimals, currencyOf } from '../values/currencies.ts';

/** Norwegian kroner for one unit. Fixed, so that tests are repeatable. */
// biome-ignore format: a table, one row per initial as in the specification
export const kronerPerUnit = {
  AED: '2.90', AFN: '0.15', ALL: '0.12', AMD: '0.027', ANG: '5.90', AOA: '0.012', ARS: '0.01', AUD: '6.90', AWG: '5.90', AZN: '6.20',
  BAM: '6.00', BBD: '5.30', BDT: '0.09', BGN: '6.00', BHD: '28.00', BIF: '0.0036', BMD: '10.50', BND: '8.00', BOB: '1.50', BRL: '1.90', BSD: '10.50', BTN: '0.12',
  BWP: '0.77', BYR: '0.00032', BZD: '5.20',
  CAD: '7.60', CDF: '0.0037', CHF: '12.40', CLP: '0.011', CNY: '1.45', COP: '0.0025', CRC: '0.02', CUC: '10.50', CUP: '0.44', CVE: '0.106', CZK: '0.47',
  DJF: '0.059', DKK: '1.57', DOP: '0.17', DZD: '0.078',
  EGP: '0.21', ERN: '0.70', ETB: '0.08', EUR: '11.70',
  FJD: '4.60', FKP: '13.60',
  GBP: '13.60', GEL: '3.80', GGP: '13.60', GHS: '0.80', GIP: '13.60', GMD: '0.15', GNF: '0.0012', GTQ: '1.36', GYD: '0.05',
  HKD: '1.35', HNL: '0.41', HRK: '1.55', HTG: '0.08', HUF: '0.029',
  IDR: '0.00065', ILS: '2.90', IMP: '13.60', INR: '0.12', IQD: '0.008', IRR: '0.00025', ISK: '0.077',
  JEP: '13.60', JMD: '0.066', JOD: '14.80', JPY: '0.07',
  KES: '0.081', KGS: '0.12', KHR: '0.0026', KMF: '0.0238', KPW: '0.0117', KRW: '0.0075', KWD: '34.00', KYD: '12.60', KZT: '0.021',
  LAK: '0.00048', LBP: '0.00012', LKR: '0.035', LRD: '0.053', LSL: '0.58', LYD: '2.15',
  MAD: '1.06', MDL: '0.59', MGA: '0.0023', MKD: '0.19', MMK: '0.005', MNT: '0.003', MOP: '1.31', MRO: '0.0265', MUR: '0.23', MVR: '0.68', MWK: '0.006', MXN: '0.55',
  MYR: '2.35', MZN: '0.164',
  NAD: '0.58', NGN: '0.0068', NIO: '0.285', NOK: '1', NPR: '0.076', NZD: '6.20',
  OMR: '27.30',
  PAB: '10.50', PEN: '2.85', PGK: '2.60', PHP: '0.185', PKR: '0.0375', PLN: '2.75', PYG: '0.0014',
  QAR: '2.88',
  RON: '2.35', RSD: '0.10', RUB: '0.11', RWF: '0.0074',
  SAR: '2.80', SBD: '1.25', SCR: '0.73', SDG: '0.0175', SEK: '1.02', SGD: '8.00', SHP: '13.60', SLL: '0.00046', SOS: '0.0184', SPL: '63.00', SRD: '0.29', STD: '0.00048',
  SVC: '1.20', SYP: '0.0008', SZL: '0.58',
  THB: '0.31', TJS: '0.97', TMT: '3.00', TND: '3.40', TOP: '4.40', TRY: '0.30', TTD: '1.55', TVD: '6.90', TWD: '0.33', TZS: '0.004',
  UAH: '0.25', UGX: '0.0028', USD: '10.50', UYU: '0.25', UZS: '0.00082',
  VEF: '0.000001', VND: '0.00042', VUV: '0.087',
  WST: '3.80',
  XAF: '0.0178', XCD: '3.90', XDR: '13.90', XOF: '0.0178', XPF: '0.098',
  YER: '0.042',
  ZAR: '0.58', ZMW: '0.38', ZWD: '0.029',
} as const satisfies Readonly<Record<CurrencyCode, string>>;

/** Calculates with 60 digits, so that rounding changes a result only at `toDecimalPlaces`. */
const Exact = Decimal.clone({ defaults: true, precision: 60, rounding: Decimal.ROUND_HALF_EVEN });

/** At least one minor unit. `minor` is greater than zero. */
export function convertDebit(minor: bigint, fromCurrency: string, toCurrency: string): bigint {
  const converted = convert(minor, fromCurrency, toCurrency);
  return BigInt(Decimal.max(1, converted.toDecimalPlaces(0)).toFixed());
}

/** null: less than one minor unit. */
export function convertCredit(minor: bigint, fromCurrency: string, toCurrency: string): bigint | null {
  const converted = convert(minor, fromCurrency, toCurrency);
  return converted.lt(1) ? null : BigInt(converted.toDecimalPlaces(0).toFixed());
}

/** In minor units of `toCurrency`, not rounded. */
function convert(minor: bigint, fromCurrency: string, toCurrency: string): Decimal {
  const amount = new Exact(minor.toString());
  if (fromCurrency === toCurrency) return amount;
  const [source, target] = [currencyOf(fromCurrency), currencyOf(toCurrency)];
  const additionalDecimals = currencyDecimals[target] - currencyDecimals[source];
  return amount
    .times(kronerPerUnit[source])
    .times(10 ** additionalDecimals)
    .div(kronerPerUnit[target]);
}
